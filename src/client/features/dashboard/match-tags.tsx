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
import type { Look } from '#client/ui/card-grid.tsx'
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

type TagsProps = { item: MatchItem; mark: ConflictMark | null; look: Look }

/**
 * The athlete's next step and the conflict of a match, on a line of its card. A row has space for one of them, and shows no
 * weigh-in, because that has no deadline.
 */
export function MatchTags({ item, mark, look }: TagsProps) {
  const step = useNextStep(useStepsOf(item), item)
  if (look === 'card')
    return (
      <>
        {step && <StepTag {...step} />}
        {mark && <ConflictTag mark={mark} />}
      </>
    )
  if (!step || step.step.kind === 'weigh-in') return mark && <ConflictTag mark={mark} />
  return (
    <>
      <StepTag {...step} />
      {mark && <span className="sr-only">{mark.label}</span>}
    </>
  )
}

const tagLook = 'flex min-w-0 items-start gap-1'
/** As high as a line of text. */
const tagIcon = 'h-lh w-3.5 shrink-0'

function ConflictTag({ mark: { isSure, text, short, label } }: { mark: ConflictMark }) {
  return (
    <span
      data-tone={isSure ? 'late' : 'quiet'}
      className={`tone-text ${isSure ? 'font-bold' : 'font-semibold'} ${tagLook}`}
    >
      <TriangleAlert aria-hidden className={tagIcon} />
      <span aria-hidden className="hidden @min-[26rem]:inline">
        {text}
      </span>
      <span aria-hidden className="@min-[26rem]:hidden">
        {short ?? text}
      </span>
      <span className="sr-only">{label}</span>
    </span>
  )
}

function StepTag({ step, words }: NonNullable<ReturnType<typeof useNextStep>>) {
  const Icon = stepIcons[step.kind]
  return (
    <span data-tone={words.moved ? 'late' : words.tone} className={`tone-text font-bold ${tagLook}`}>
      <Icon aria-hidden className={tagIcon} />
      <span className="min-w-0">
        {words.short}
        {words.moved && <span className="font-normal"> · {words.moved.was}</span>}
      </span>
    </span>
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
