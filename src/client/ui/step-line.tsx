// The one step of the day that an athlete should take now, as one line; renders nothing if there is none.
import { ChevronDown, ClipboardCheck, Flag, Medal, Scale } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { type DayStep, nextStep } from '#domain/steps.ts'
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

/** The next step in words; undefined for none. The component renders again only when the words change. */
export function useNextStep(steps: readonly DayStep[]): { step: DayStep; words: StepWords } | undefined {
  const now = useNow()
  const readKey = useCallback(
    (at: number) => {
      const step = nextStep(steps, at)
      return step ? `${step.kind} ${step.category} ${stepWords(step, at).text}` : ''
    },
    [steps],
  )
  const key = useClockValue(readKey)
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const step = useMemo(() => nextStep(steps, now()), [steps, key])
  return step && { step, words: stepWords(step, now()) }
}

/** The classes of the arrow in the summary of a `group` of details. */
export const arrowLook = 'size-4 shrink-0 text-muted transition-transform group-open:rotate-180'

/** Shows the step with its checklist, if it has one; a tap expands it. */
export function StepLine({ steps }: { steps: readonly DayStep[] }) {
  const next = useNextStep(steps)
  if (!next) return null
  const { step, words } = next
  const Icon = stepIcons[step.kind]
  const line = (
    <>
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-0">{words.text}</span>
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

export const Checklist = ({ checks }: { checks: readonly string[] }) => (
  <ul className="mb-1 list-disc pl-9 text-sm text-muted">
    {checks.map((check) => (
      <li key={check}>{check}</li>
    ))}
  </ul>
)
