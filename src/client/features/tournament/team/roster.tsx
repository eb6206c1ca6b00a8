// The athletes of the team, by time or by division.
import { memo, useCallback, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { noMatchReasons } from '#contract/idle-athletes.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { TeamAthlete, TeamResponse } from '#contract/teams.ts'
import { beltOf } from '#domain/belt.ts'
import { type Estimates, useEstimates } from '#client/live/estimates.ts'
import { matchWords, statusKey, tickingWord } from '#client/texts/match-words.ts'
import { noMatchText } from '#client/texts/no-match-text.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { useLanguage } from '#client/texts/use-language.ts'
import { AthleteResults } from '#client/ui/athlete-results.tsx'
import { BeltStripe } from '#client/ui/belt-stripe.tsx'
import { Button } from '#client/ui/button.tsx'
import { CardGrid } from '#client/ui/card-grid.tsx'
import { useMinute } from '#client/ui/clock.tsx'
import { useHistoryState } from '#client/ui/history.ts'
import { NextFight } from '#client/ui/next-fight.tsx'
import { useStableOrder } from '#client/ui/stable-order.ts'
import { type RosterLine, rosterLines, type RosterOrder } from './roster-lines.ts'

const batches = { first: 50, next: 50, delay: 0 }

export function Roster({ page: { athletes, halls, source, tournament } }: { page: TeamResponse }) {
  const [order, setOrder] = useHistoryState<RosterOrder>('team.order', 'time')
  const now = useMinute()
  const facts = useMemo(() => ({ halls, sources: { [tournament.id]: source } }), [halls, source, tournament.id])
  const estimateOf = useEstimates(facts)
  const lines = useMemo(() => rosterLines(athletes, order, estimateOf, now), [athletes, order, estimateOf, now])
  const list = useRef<HTMLDivElement>(null)
  const { items } = useStableOrder(lines, keyOf, () => undefined, `${order}/${athletes.length}`, list)
  if (athletes.length === 0)
    return (
      <p className="text-base text-muted">
        {t(tournament.status === 'past' ? 'teamPage.notEnteredText' : 'teamPage.nobody')}
      </p>
    )
  return (
    <div ref={list} className="flex flex-col gap-3">
      <div role="group" aria-label={t('teamPage.order')} className="flex flex-wrap gap-2">
        {(['time', 'division'] as const).map((each) => (
          <Button
            key={each}
            look={each === order ? 'primary' : 'outline'}
            aria-pressed={each === order}
            onClick={() => setOrder(each)}
          >
            {t(each === 'time' ? 'teamPage.byTime' : 'teamPage.byDivision')}
          </Button>
        ))}
      </div>
      <CardGrid
        key={order}
        label={t('teamPage.athletes')}
        items={items}
        keyOf={keyOf}
        lookOf={lookOf}
        render={(line) =>
          'heading' in line ? (
            <Heading line={line} />
          ) : (
            <Member athlete={line.athlete} estimateOf={estimateOf} isInDivision={order === 'division'} />
          )
        }
        batches={batches}
        isEntrance={false}
        height={88}
      />
    </div>
  )
}

const keyOf = ({ key }: RosterLine): string => key
const lookOf = (line: RosterLine): 'heading' | 'card' => ('heading' in line ? 'heading' : 'card')

function Heading({ line: { heading } }: { line: Extract<RosterLine, { heading: unknown }> }) {
  return <h2 className="pt-1 text-base font-bold text-muted">{headingText(heading)}</h2>
}

function headingText(heading: Extract<RosterLine, { heading: unknown }>['heading']): string {
  if (heading === 'on') return t('day.on')
  if (heading === 'to-fight') return t('teamPage.toFight')
  if (heading === 'without-match') return t('teamPage.withoutMatch')
  return heading.division === '' ? t('teamPage.divisionUnknown') : sourceText(heading.division)
}

type MemberProps = {
  athlete: TeamAthlete
  estimateOf: Estimates
  /** True below a division's heading: the division is then not repeated for an athlete who has no other. */
  isInDivision: boolean
}

const Member = memo(function Member({ athlete, estimateOf, isInDivision }: MemberProps) {
  useLanguage()
  const { id, name, next, wins, losses, placements, divisions, isFollowed } = athlete
  const reasons = next ? [] : noMatchReasons(athlete)
  return (
    <article aria-label={name} className="card flex h-full flex-col gap-0.5 py-1.5 pr-2.5 pl-4">
      <BeltStripe belt={beltOf(athlete)} />
      <div className="flex items-start gap-1.5">
        <h3 lang="" translate="no" className="min-w-0 flex-1 text-base leading-tight font-bold break-words">
          {isFollowed ? (
            <Link href={`/athlete-profile/${id}`} className="text-accent after:absolute after:inset-0">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <AthleteResults {...{ placements, wins, losses }} record={t('teamPage.record', { wins, losses })} />
      </div>
      {next && <Next item={next} estimateOf={estimateOf} />}
      {reasons.map((reason, index) => (
        <p key={index} className="text-sm text-muted">
          {noMatchText(reason, reasons.length > 1)}
        </p>
      ))}
      {(!isInDivision || divisions.length > 1) && (
        <p className="mt-auto text-xs text-muted">{divisions.map(sourceText).join(' · ')}</p>
      )}
    </article>
  )
})

function Next({ item, estimateOf }: { item: MatchItem; estimateOf: Estimates }) {
  return (
    <NextFight
      words={useCallback((now) => matchWords(item, now, estimateOf(item, now)), [item, estimateOf])}
      statusKey={useCallback((now) => statusKey(item, now, estimateOf(item, now)), [item, estimateOf])}
      ticking={useCallback((now) => tickingWord(item, now, estimateOf(item, now)), [item, estimateOf])}
    />
  )
}
