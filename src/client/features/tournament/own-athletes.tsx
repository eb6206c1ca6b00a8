// The followed athletes of this tournament, in the order of their next fights; those without one come last.
import { dotted } from '#client/texts/dotted.ts'
import { memo, useCallback, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { beltOf } from '#domain/belt.ts'
import { sortByNextFight } from '#client/live/by-next-fight.ts'
import { useEstimate, useEstimates } from '#client/live/estimates.ts'
import { matchWords, statusKey, tickingWord } from '#client/texts/match-words.ts'
import { beltText } from '#client/texts/belt-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { AthleteResults } from '#client/ui/athlete-results.tsx'
import { BeltStripe } from '#client/ui/belt-stripe.tsx'
import { useMinute } from '#client/ui/clock.tsx'
import { NextFight } from '#client/ui/next-fight.tsx'
import { useStableOrder } from '#client/ui/stable-order.ts'

export function OwnAthletes({ athletes }: { athletes: readonly FollowedAthlete[] }) {
  const now = useMinute()
  const estimateOf = useEstimates()
  const row = useRef<HTMLUListElement>(null)
  const inOrder = useMemo(() => sortByNextFight(athletes, estimateOf, now), [athletes, estimateOf, now])
  const followed = athletes.map(keyOf).toSorted().join()
  const { items } = useStableOrder(inOrder, keyOf, () => undefined, followed, row)
  return (
    <section aria-labelledby="yours" className="flex flex-col gap-2">
      <h2 id="yours" className="px-3 text-lg font-bold sm:px-5">
        {t('tournament.yours')}
      </h2>
      {athletes.length === 0 ? (
        <p className="px-3 text-base text-muted sm:px-5">{t('tournament.yoursNone')}</p>
      ) : (
        <ul
          ref={row}
          className="flex list-none snap-x scroll-px-3 gap-2.5 overflow-x-auto px-3 pb-1 sm:scroll-px-5 sm:px-5"
        >
          {items.map((athlete) => (
            <li key={athlete.id} className="w-62 max-w-[86vw] shrink-0 snap-start">
              <OwnAthlete athlete={athlete} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const keyOf = ({ id }: FollowedAthlete): string => String(id)

const OwnAthlete = memo(function OwnAthlete({ athlete }: { athlete: FollowedAthlete }) {
  useLanguage()
  const { id, name, division, next, wins, losses, placements, via } = athlete
  return (
    <article aria-label={name} className="card flex h-full flex-col gap-1 py-2 pr-2.5 pl-4">
      <BeltStripe belt={beltOf(athlete)} />
      <div className="flex items-start gap-1.5">
        <h3 className="min-w-0 flex-1">
          <Link
            href={`/athlete-profile/${id}`}
            className="block truncate text-base font-bold text-accent after:absolute after:inset-0"
          >
            {name}
          </Link>
        </h3>
        <AthleteResults {...{ placements, wins, losses }} record={t('tournament.record', { wins, losses })} />
      </div>
      {next ? <Next item={next} /> : <p className="text-sm text-muted">{t('tournament.nothingNext')}</p>}
      <p className="mt-auto text-xs text-muted">
        {dotted([
          via && t('team.via', { team: via }),
          division === null ? beltText(beltOf(athlete)) : sourceText(division),
        ])}
      </p>
    </article>
  )
})

function Next({ item }: { item: MatchItem }) {
  const estimate = useEstimate(item)
  return (
    <NextFight
      words={useCallback((now) => matchWords(item, now, estimate(now)), [item, estimate])}
      statusKey={useCallback((now) => statusKey(item, now, estimate(now)), [item, estimate])}
      ticking={useCallback((now) => tickingWord(item, now, estimate(now)), [item, estimate])}
    />
  )
}
