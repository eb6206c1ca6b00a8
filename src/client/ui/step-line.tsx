// The one step of the day that an athlete should take now, as one line; renders nothing if there is none.
import { ChevronDown, ClipboardCheck, Flag, Medal, Scale } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { type DayStep, type NextMatch, nextStep, stepsBeside } from '#domain/steps.ts'
import { stepWords, type StepWords } from '#client/texts/step-words.ts'
import { useClockValue, useNow } from './clock.tsx'

export const stepIcons = {
  report: Flag,
  'weigh-in': Scale,
  alone: Scale,
  podium: Medal,
  'open-class': ClipboardCheck,
  withdrawn: Flag,
} as const satisfies Record<DayStep['kind'], unknown>

/**
 * The next step in words, for a card with this next match (null for none); undefined for none. The component renders again only
 * when the words change.
 */
export function useNextStep(
  steps: readonly DayStep[],
  next: NextMatch | null,
): { step: DayStep; words: StepWords } | undefined {
  const now = useNow()
  const beside = useMemo(() => stepsBeside(steps, next), [steps, next])
  const readKey = useCallback(
    (at: number) => {
      const step = nextStep(beside, at)
      return step ? `${step.kind} ${step.category} ${stepWords(step, at, steps).text}` : ''
    },
    [beside, steps],
  )
  const key = useClockValue(readKey)
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const step = useMemo(() => nextStep(beside, now()), [beside, key])
  return step && { step, words: stepWords(step, now(), steps) }
}

/** The classes of the arrow in the summary of a `group` of details. */
export const arrowLook = 'size-4 shrink-0 text-muted transition-transform group-open:rotate-180'

/** Shows the step with its checklist, if it has one; a tap expands it. `next`: the athlete's next match. */
export function StepLine({ steps, next }: { steps: readonly DayStep[]; next: NextMatch | null }) {
  const toTake = useNextStep(steps, next)
  if (!toTake) return null
  const { step, words } = toTake
  const Icon = stepIcons[step.kind]
  const line = (
    <>
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-0">
        {words.text} <StepMove moved={words.moved} />
      </span>
    </>
  )
  const look = 'tone-text flex items-center gap-1.5 text-base font-semibold'
  if (!words.checks)
    return (
      <p data-tone={words.tone} className={`mt-1.5 ${look}`}>
        {line}
      </p>
    )
  return (
    <details className="group mt-1.5">
      {/* The tap target is as high as a finger, but takes only the space of a line. */}
      <summary data-tone={words.tone} className={`-my-3 cursor-pointer py-3 ${look}`}>
        {line}
        <ChevronDown aria-hidden className={arrowLook} />
      </summary>
      <Checklist checks={words.checks} />
    </details>
  )
}

/** Renders nothing for a step that has not moved. */
export const StepMove = ({ moved }: { moved: StepWords['moved'] }) =>
  moved && (
    <span className="text-sm font-semibold text-late">
      {moved.by} · {moved.was}
    </span>
  )

export const Checklist = ({ checks }: { checks: readonly string[] }) => (
  <ul className="mb-1 list-disc pl-9 text-sm text-muted">
    {checks.map((check) => (
      <li key={check}>{check}</li>
    ))}
  </ul>
)
