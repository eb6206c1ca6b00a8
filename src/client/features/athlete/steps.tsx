// The steps of the athlete's day that the user wants to see, with what to bring and to check.
import { Check, ChevronDown } from 'lucide-react'
import { useCallback } from 'react'
import type { AthleteProfile } from '#contract/athletes.ts'
import { type DayStep, stageOf, wantedSteps } from '#domain/steps.ts'
import { useStepPreferences } from '#client/cache/step-settings.ts'
import { stepEntry } from '#client/texts/step-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { useClockValue, useNow } from '#client/ui/clock.tsx'
import { arrowLook, Checklist, stepIcons, StepMove } from '#client/ui/step-line.tsx'

/** Renders nothing in a tournament whose rules are unknown or that is over, or if the user wants none of its steps. */
export function Steps({ profile }: { profile: AthleteProfile }) {
  const preferences = useStepPreferences()
  const steps = wantedSteps(profile.steps ?? [], preferences)
  if (steps.length === 0 || profile.status === 'past') return null
  const categories = [...new Set(steps.map(({ category }) => category))]
  return (
    <section aria-labelledby="steps" className="card flex flex-col gap-2 px-4 py-3">
      <h2 id="steps" className="text-lg font-bold">
        {t('step.title')}
      </h2>
      {categories.map((category) => (
        <div key={category ?? ''}>
          {categories.length > 1 && category !== null && (
            <h3 className="text-sm font-semibold text-muted">{sourceText(category)}</h3>
          )}
          <ol className="list-none">
            {steps
              .filter((step) => step.category === category)
              .map((step) => (
                <Entry key={step.kind} step={step} steps={steps} timezone={profile.tournament.timezone} />
              ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

type EntryProps = { step: DayStep; steps: readonly DayStep[]; timezone: string | null }

function Entry({ step, steps, timezone }: EntryProps) {
  useClockValue(
    useCallback((now) => stageOf(step, now) + stepEntry(step, now, timezone, steps).title, [step, steps, timezone]),
  )
  const { stage, title, moved, text, checks } = stepEntry(step, useNow()(), timezone, steps)
  const isDone = stage === 'done'
  const Icon = isDone && step.kind !== 'withdrawn' ? Check : stepIcons[step.kind]
  return (
    <li className="flex gap-3 py-1.5" aria-current={stage === 'now' ? 'step' : undefined}>
      <span
        aria-hidden
        className={`grid size-6 shrink-0 place-items-center rounded-full ${stage === 'now' ? 'bg-text text-ink' : 'border border-line text-muted'}`}
      >
        <Icon className="size-3.5" strokeWidth={2.5} />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className={`text-base ${stage === 'now' ? 'font-bold' : isDone ? 'text-muted' : 'font-semibold'}`}>
          {title}
          {isDone && <span className="sr-only"> – {t('step.done')}</span>}
        </p>
        {moved && (
          <p>
            <StepMove moved={moved} />
          </p>
        )}
        {text !== null && <p className="text-sm text-muted">{text}</p>}
        {checks && (
          <details className="group -mb-2">
            <summary className="flex min-h-11 cursor-pointer items-center gap-1.5 text-sm font-semibold">
              {t('step.checklist')}
              <ChevronDown aria-hidden className={arrowLook} />
            </summary>
            <div className="-ml-4">
              <Checklist checks={checks} />
            </div>
          </details>
        )}
      </div>
    </li>
  )
}
