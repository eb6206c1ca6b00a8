// The athletes without a match in the day list, each with the reason.
import { Link } from 'wouter'
import type { FollowedAthlete } from '#contract/athletes.ts'
import { idleAthletes } from '#contract/idle-athletes.ts'
import { beltOf } from '#domain/belt.ts'
import { beltText } from '#client/texts/belt-words.ts'
import { noMatchText } from '#client/texts/no-match-text.ts'
import { t } from '#client/texts/t.ts'
import { BeltStripe } from '#client/ui/belt-stripe.tsx'
import { Button } from '#client/ui/button.tsx'
import { useHistoryState } from '#client/ui/history.ts'
import { SectionHeading } from './day-heading.tsx'
import { AthleteStep } from './match-tags.tsx'

/** Number of athletes shown before the user shows all. */
const shownAtFirst = 6

/** `isAlone`: no match is shown above, and the screen says so. */
export function IdleAthletes({ athletes, isAlone }: { athletes: readonly FollowedAthlete[]; isAlone: boolean }) {
  const [showsAll, setShowsAll] = useHistoryState('idle.isAll', false)
  const hidden = showsAll ? 0 : Math.max(0, athletes.length - shownAtFirst)
  return (
    <section aria-labelledby="idle" className="mt-2 flex flex-col gap-2.5">
      <SectionHeading id="idle" text={t(isAlone ? 'day.followed' : 'day.idle')} />
      <ul className="grid list-none grid-cols-1 gap-1 sm:grid-cols-2 sm:gap-x-2.5 xl:grid-cols-3">
        {idleAthletes(athletes)
          .slice(0, athletes.length - hidden)
          .map(({ athlete, reasons }) => (
            <li key={athlete.id} className="card">
              <BeltStripe belt={beltOf(athlete)} />
              <Link
                href={`/athlete-profile/${athlete.id}`}
                className="flex min-h-11 flex-col justify-center py-1 pr-3 pl-4.5"
              >
                <span lang="" translate="no" className="truncate text-base font-[650]">
                  {athlete.name}
                </span>
                <span aria-hidden className="text-xs text-muted">
                  {beltText(beltOf(athlete))}
                </span>
                {reasons.map((reason, index) => (
                  <span key={index} className="text-sm text-muted">
                    {index === 0 && athlete.via && `${t('team.via', { team: athlete.via })} · `}
                    {noMatchText(reason, reasons.length > 1)}
                  </span>
                ))}
              </Link>
              <div className="-mt-1 pr-3 pb-1 pl-4.5 empty:hidden">
                <AthleteStep athlete={athlete} />
              </div>
            </li>
          ))}
      </ul>
      {hidden > 0 && (
        <Button look="outline" onClick={() => setShowsAll(true)}>
          {t('day.moreIdle', { count: hidden })}
        </Button>
      )}
    </section>
  )
}
