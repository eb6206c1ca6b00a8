// Parts of cards that are loaded after the first render: an athlete's next step, why an athlete has no match, and the conflict of a
// match.
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { FollowedAthlete, FollowedResponse } from '#contract/athletes.ts'
import { noMatchReasons } from '#contract/idle-athletes.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { type DayStep, wantedSteps } from '#domain/steps.ts'
import { useStepPreferences } from '#client/cache/step-settings.ts'
import { useLive } from '#client/live/context.tsx'
import { noMatchText } from '#client/texts/no-match-text.ts'
import { stepIcons, StepLine, useNextStep } from '#client/ui/step-line.tsx'

export type ConflictMark = {
  isSure: boolean
  /** 'also around then: Mat 5' */
  text: string
  /** A shorter text for a narrow card, such as 'Mat 5'; absent if `text` is short enough. */
  short?: string
  /** The same with the names, for screen readers. */
  label: string
}

/** The tags at the upper edge of a match. They take no space, so that nothing moves when they appear. */
export function MatchTags({ item, mark }: { item: MatchItem; mark: ConflictMark | null }) {
  return (
    <div className="@container pointer-events-none absolute inset-x-3 -top-2 z-1 flex gap-2">
      <StepTag item={item} />
      {mark && <ConflictTag mark={mark} />}
    </div>
  )
}

const tagLook = 'flex h-4 items-center gap-1 rounded-full border bg-ink px-1.5 text-xs leading-none'

function ConflictTag({ mark: { isSure, text, short, label } }: { mark: ConflictMark }) {
  return (
    <p
      className={`ml-auto shrink-0 whitespace-nowrap ${tagLook} ${isSure ? 'border-late font-bold text-late' : 'border-line font-semibold text-muted'}`}
    >
      <TriangleAlert aria-hidden className="size-3" />
      <span aria-hidden className="hidden @xs:inline">
        {text}
      </span>
      <span aria-hidden className="@xs:hidden">
        {short ?? text}
      </span>
      <span className="sr-only">{label}</span>
    </p>
  )
}

function StepTag({ item }: { item: MatchItem }) {
  const next = useNextStep(useStepsOf(item), item)
  if (!next) return null
  const { step, words } = next
  const Icon = stepIcons[step.kind]
  return (
    <p data-tone={words.tone} className={`tone-text min-w-0 border-line font-bold ${tagLook}`}>
      <Icon aria-hidden className="size-3 shrink-0" />
      <span className="truncate py-px">{words.short}</span>
    </p>
  )
}

const none: readonly DayStep[] = []

/** The wanted steps of the match's athlete. */
function useStepsOf({ athleteId }: MatchItem): readonly DayStep[] {
  const { queries } = useLive()
  const preferences = useStepPreferences()
  const select = useCallback(
    ({ athletes }: FollowedResponse) => athletes.find(({ id }) => id === athleteId)?.steps,
    [athleteId],
  )
  // The Matches tab fetches the followed athletes. If the mounting refetched, each match that appears later would fetch them again.
  const { data: steps = none } = useQuery({ ...queries.followed, select, refetchOnMount: false })
  return useMemo(() => wantedSteps(steps, preferences), [steps, preferences])
}

/** Why an athlete has no upcoming match. */
export function NoMatchReasons({ athlete }: { athlete: FollowedAthlete }) {
  const reasons = noMatchReasons(athlete)
  return (
    <ul className="mt-2 list-none text-sm text-muted">
      {reasons.map((reason, index) => (
        <li key={index}>{noMatchText(reason, reasons.length > 1)}</li>
      ))}
    </ul>
  )
}

/** An athlete's next step, as one line. */
export function AthleteStep({ athlete: { steps, next } }: { athlete: FollowedAthlete }) {
  const preferences = useStepPreferences()
  const wanted = useMemo(() => wantedSteps(steps ?? none, preferences), [preferences, steps])
  return <StepLine steps={wanted} next={next} />
}
