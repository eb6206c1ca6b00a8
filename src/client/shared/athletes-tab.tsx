// The Athletes tab: the athletes of this RollCall and their results.
import { Medal } from 'lucide-react'
import type { SharedAthlete, SharedMatch, SharedRollCall } from '#contract/sharing.ts'
import { beltOf } from '#domain/belt.ts'
import { matchesSearch } from '#domain/name.ts'
import { type DayStep, defaultSteps, wantedSteps } from '#domain/steps.ts'
import { competitorAddress } from '#client/cache/source-links.ts'
import { medalWord } from '#client/texts/medal-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { BeltStripe } from '#client/ui/belt-stripe.tsx'
import { useMinute } from '#client/ui/clock.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyBelt } from '#client/ui/empty-drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExternalLink } from '#client/ui/external-link.tsx'
import { StepLine } from '#client/ui/step-line.tsx'
import { CardList } from './card-list.tsx'
import { matchesInOrder } from './matches-in-order.ts'

export function AthletesTab({ rollCall, search }: { rollCall: SharedRollCall; search: string }) {
  const { athletes, sharedBy } = rollCall
  const inOrder = matchesInOrder(rollCall, useMinute())
  const found = athletes.filter(({ name, team, tournament }) => matchesSearch(search, name, team, tournament.name))
  if (athletes.length === 0)
    return (
      <EmptyState
        drawing={<EmptyBelt />}
        title={t('shared.noAthletes')}
        text={t('shared.noAthletesText', { username: sharedBy.username })}
      />
    )
  if (found.length === 0)
    return <EmptyState drawing={<EmptySearch />} title={t('shared.noAthletesFor', { term: search })} />
  return (
    <div className="pt-1">
      <CardList
        label={t('shared.athletes')}
        items={found}
        keyOf={({ id }) => String(id)}
        render={(athlete) => (
          <SharedAthleteCard
            athlete={athlete}
            next={inOrder.find(({ athleteId }) => athleteId === athlete.id) ?? null}
          />
        )}
      />
    </div>
  )
}

const noSteps: readonly DayStep[] = []

function SharedAthleteCard({ athlete, next }: { athlete: SharedAthlete; next: SharedMatch | null }) {
  const { name, team, tournament, scrapedData, steps = noSteps } = athlete
  const completed = scrapedData.matches.filter(({ result }) => result !== null).length
  const orderOfFights = competitorAddress([tournament], tournament.bjjCompSystemId, athlete.bjjCompSystemId)
  return (
    <article aria-label={name} className="card @container flex h-full flex-col py-2.5 pr-3 pl-4.5">
      <BeltStripe belt={beltOf(athlete)} />
      <h2 lang="" translate="no" className="text-lg leading-6 font-[650]">
        {name}
      </h2>
      {team !== null && <p className="text-base text-muted">{team}</p>}
      <Medals athlete={athlete} />
      <StepLine steps={wantedSteps(steps, defaultSteps)} next={next} />
      <p className="mt-1.5 text-sm text-balance text-muted @min-[14rem]:line-clamp-2">
        {[classOf(athlete), tournament.name].filter(Boolean).join('\u00a0· ')}
      </p>
      <div className="-mb-2.5 flex min-h-11 flex-1 flex-wrap items-end justify-between gap-x-2">
        <span className="text-sm leading-11 text-muted @max-[18rem]:leading-5">
          {t('followed.completed', { count: completed })}
        </span>
        {orderOfFights && (
          <span className="-mr-2">
            <ExternalLink
              href={orderOfFights}
              text={t('match.orderOfFights')}
              label={t('match.orderOfFightsOf', { name })}
            />
          </span>
        )}
      </div>
    </article>
  )
}

/** The category or division, else belt and weight class (sharing-and-admin.md section 2). */
function classOf({ category, division, weight_class, belt_division, belt }: SharedAthlete): string | null {
  const whole = category ?? division
  const parts = whole === null ? [belt_division ?? belt, weight_class] : [whole]
  return (
    parts
      .filter((part) => part !== null)
      .map(sourceText)
      .join(' · ') || null
  )
}

/** Podium places with their categories. */
function Medals({ athlete }: { athlete: SharedAthlete }) {
  const medals = athlete.scrapedData.bracket_results
    .flatMap(({ category, placements }) => placements.map(({ place }) => medalWord({ category, place })))
    .filter((medal) => medal !== null)
  if (medals.length === 0) return null
  return (
    <ul className="mt-1 flex list-none flex-col gap-0.5">
      {medals.map((medal) => (
        <li key={medal.text} className="flex items-start gap-1.5 text-sm font-semibold">
          <Medal aria-hidden className="size-4.5 shrink-0" color={`var(--${medal.place})`} />
          <span className="min-w-0">{medal.text}</span>
        </li>
      ))}
    </ul>
  )
}
