// The one step of the day that an athlete should take now, as one line; renders nothing if there is none.
import { ChevronDown, ClipboardCheck, Flag, Medal, Scale } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { type DayStep, nextStep, stepsBeside } from '#domain/steps.ts'
import { stepWords, type StepWords } from '#client/texts/step-words.ts'
import type { Word } from '#client/texts/time-words.ts'
import { useClockValue, useNow } from './clock.tsx'

export const stepIcons = {
  report: Flag,
  'weigh-in': Scale,
  alone: Scale,
  podium: Medal,
  'open-class': ClipboardCheck,
  withdrawn: Flag,
} as const satisfies Record<DayStep['kind'], unknown>

/** The next match of an athlete; null for none. */
type Next = { division: string | null; scheduledDateTime: string | null } | null

/**
 * The next step in words, for a card with this next match; undefined for none. The component renders again only when the words
 * change.
 */
export function useNextStep(steps: readonly DayStep[], next: Next): { step: DayStep; words: StepWords } | undefined {
  const now = useNow()
  const { division = null, scheduledDateTime = null } = next ?? {}
  const isNone = next === null
  const beside = useMemo(
    () => stepsBeside(steps, isNone ? null : { division, scheduledDateTime }),
    [steps, isNone, division, scheduledDateTime],
  )
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
export function StepLine({ steps, next }: { steps: readonly DayStep[]; next: Next }) {
  const toTake = useNextStep(steps, next)
  if (!toTake) return null
  const { step, words } = toTake
  const Icon = stepIcons[step.kind]
  const line = (
    <>
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-0">
        {words.text} <StepMove words={words.moved} />
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

/** By how much a step has moved earlier, and where it was. */
export const StepMove = ({ words }: { words: readonly Word[] }) =>
  words.map(({ text, tone }) => (
    <span
      key={text}
      data-tone={tone}
      className={`tone-text mr-1.5 text-sm ${tone === 'quiet' ? 'font-normal line-through decoration-line' : 'font-semibold'}`}
    >
      {text}
    </span>
  ))

export const Checklist = ({ checks }: { checks: readonly string[] }) => (
  <ul className="mb-1 list-disc pl-9 text-sm text-muted">
    {checks.map((check) => (
      <li key={check}>{check}</li>
    ))}
  </ul>
)
