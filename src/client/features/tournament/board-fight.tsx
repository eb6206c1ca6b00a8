// A fight on a mat's board: time, sides, division. A followed athlete is marked by the belt and linked to the profile.
import { dotted } from '#client/texts/dotted.ts'
import { memo, useCallback, useMemo } from 'react'
import { Link } from 'wouter'
import type { BoardFight, BoardSide } from '#contract/boards.ts'
import { type MatPlace, timedOnMat } from '#contract/mat-run.ts'
import { useEstimate } from '#client/live/estimates.ts'
import { beltText } from '#client/texts/belt-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { Badge } from '#client/ui/badge.tsx'
import { BeltStripe } from '#client/ui/belt-stripe.tsx'
import { useClockValue, useNow } from '#client/ui/clock.tsx'
import { Countdown, FightTime } from '#client/ui/fight-time.tsx'
import { boardBadge, boardStatusKey, boardTicking, boardWhen, sideText } from './board-words.ts'

/** Number of fights per mat with a countdown, besides those of followed athletes; more would be distracting. */
const tickingPlaces = 2

type Props = {
  fight: BoardFight
  place: MatPlace
  /** The venue's time zone. */
  zone: string | null
}

export const BoardFightCard = memo(function BoardFightCard({ fight, place, zone }: Props) {
  const estimate = useEstimate(useMemo(() => timedOnMat(fight, place), [fight, place]))
  useClockValue(useCallback((now) => boardStatusKey(fight, now, estimate(now)), [fight, estimate]))
  const readTicking = useCallback((now: number) => boardTicking(fight, now, estimate(now)), [fight, estimate])
  const now = useNow()()
  const { badge: statusBadge, basis } = boardBadge(fight, now)
  const when = boardWhen(fight, zone, now, estimate(now))
  // As in the rows of matches: 'running late' is about the published time, which an estimate replaces.
  const badge = statusBadge?.tone === 'late' && when.estimate ? null : statusBadge
  const [first, second] = fight.sides
  const followed = first.followed ?? second.followed
  const isTicking = followed !== null || (fight.place !== null && fight.place < tickingPlaces)
  return (
    <article
      className={`card flex flex-col gap-1.5 py-2 pr-2.5 ${followed ? 'bg-raised pl-4' : 'pl-2.5'}`}
      data-state={badge?.tone}
    >
      {followed && <BeltStripe belt={followed.belt} />}
      <p className="flex min-h-6 flex-wrap items-center gap-x-2">
        <FightTime when={when} className="text-lg font-bold" hidesZone />
        {badge && (
          <span className="ml-auto inline-flex items-center gap-1.5 text-xs text-muted">
            {basis}
            <Badge tone={badge.tone} pulse={badge.tone === 'live'}>
              {badge.text}
            </Badge>
          </span>
        )}
        {isTicking && (
          <Countdown earliest={when.earliest} read={readTicking} className="ml-auto text-sm font-semibold" />
        )}
      </p>
      <div className="flex flex-col gap-0.5">
        <Side side={first} />
        <span className="sr-only">{t('tournament.against')}</span>
        <Side side={second} />
      </div>
      <p className="text-xs text-muted">{factsOf(fight)}</p>
    </article>
  )
})

const factsOf = ({ fightNumber, round, division }: BoardFight): string =>
  dotted([
    fightNumber !== null && t('tournament.fight', { number: fightNumber }),
    round && sourceText(round),
    sourceText(division),
  ])

function Side({ side }: { side: BoardSide }) {
  const { followed, team } = side
  const beneath = dotted([followed && beltText(followed.belt), team])
  return (
    <div className="relative min-w-0">
      {followed ? (
        <Link
          href={`/athlete-profile/${followed.id}`}
          // The tap target is larger than the text: it includes half of the space above and below.
          className="-my-1 inline-flex min-h-8 items-center py-1 text-base leading-tight font-bold text-accent after:absolute after:inset-x-0 after:-inset-y-1"
        >
          {sideText(side)}
        </Link>
      ) : (
        <p className={`text-base leading-tight ${side.name === null ? 'text-muted' : 'font-semibold'}`}>
          {sideText(side)}
        </p>
      )}
      {beneath !== '' && <p className="truncate text-xs text-muted">{beneath}</p>}
    </div>
  )
}
