// The progress of an import, which runs on the server whether the dialog is open or not.
import { useQuery } from '@tanstack/react-query'
import { Check, Circle, LoaderCircle, Minus, TriangleAlert } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { TournamentItem } from '#contract/tournaments.ts'
import type { ImportProgress } from '#domain/tournament.ts'
import { useLive } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import {
  type ImportStep,
  importSteps,
  importTimes,
  nextShown,
  type ShownSteps,
  type StepState,
  combinedProgress,
  stepState,
} from './import-steps.ts'
import { rememberTab, tabAddress } from './tabs.ts'

type Props = { added: TournamentItem[]; onClose: () => void }

export function ImportDialog({ added, onClose }: Props) {
  const progress = useProgress(added)
  const { shown, counted } = useShownSteps(progress, onClose)
  const [, navigate] = useLocation()
  const [only] = added
  const isReady = progress.usable

  return (
    <Dialog title={t('import.title', { count: added.length })} text={t('import.text')} onClose={onClose}>
      <ol className="flex list-none flex-col gap-4 px-4 py-4">
        {importSteps.map((step, index) => (
          <Step
            key={step}
            step={step}
            progress={counted}
            state={stepState(step, shown, counted)}
            percent={index < shown.step ? 100 : index > shown.step ? 0 : shown.percent}
          />
        ))}
      </ol>
      <div className="flex justify-end gap-2 p-4 pt-0 max-sm:flex-col-reverse">
        <Button look="outline" onClick={onClose}>
          {t('import.background')}
        </Button>
        <Button
          disabled={!isReady}
          onClick={() => {
            rememberTab('tournaments')
            onClose()
            navigate(added.length === 1 && only ? `/athletes/${only.id}` : tabAddress('tournaments'))
          }}
        >
          {t('import.select')}
        </Button>
      </div>
    </Dialog>
  )
}

/** The progress from the cached list, which the socket updates; it is also refetched at intervals, in case a message was lost. */
function useProgress(added: TournamentItem[]): ImportProgress {
  const { queries } = useLive()
  const { data } = useQuery({ ...queries.tournaments, refetchInterval: importTimes.refetch })
  return combinedProgress(
    added.map((tournament) => data?.tournaments.find(({ id }) => id === tournament.id)?.import ?? tournament.import),
  )
}

/**
 * The steps that the dialog shows and the progress that they count, advanced together at each tick; after the last step and a
 * pause the dialog closes.
 */
function useShownSteps(progress: ImportProgress, onClose: () => void): { shown: ShownSteps; counted: ImportProgress } {
  const [{ shown, counted }, setShown] = useState(() => ({
    shown: { step: 0, percent: 0 },
    counted: progress,
  }))
  // A pause starts when the step is rendered, which may be later than the state change on a busy device.
  const onScreen = useRef({ shown, since: 0 })
  useLayoutEffect(() => {
    onScreen.current.since = performance.now()
  }, [shown.step])
  useLayoutEffect(() => {
    onScreen.current.shown = shown
  }, [shown])
  const isOver = shown.step >= importSteps.length
  const latest = useRef(progress)
  useEffect(() => {
    latest.current = progress
  }, [progress])
  useEffect(() => {
    if (isOver) {
      const timer = setTimeout(onClose, importTimes.lastPause)
      return () => clearTimeout(timer)
    }
    const timer = setInterval(() => {
      const counted = latest.current
      const { shown: before, since } = onScreen.current
      setShown({ shown: nextShown(before, counted, performance.now() - since), counted })
    }, importTimes.tick)
    return () => clearInterval(timer)
  }, [isOver, onClose])
  return { shown, counted }
}

const icons = {
  none: <Minus aria-hidden className="size-5 text-muted" />,
  done: <Check aria-hidden className="size-5 text-ahead" strokeWidth={3} />,
  running: <LoaderCircle aria-hidden className="size-5 animate-spin text-accent" />,
  pending: <Circle aria-hidden className="size-5 text-line" />,
  failed: <TriangleAlert aria-hidden className="size-5 text-late" />,
}

function Step({
  step,
  progress,
  state,
  percent,
}: {
  step: ImportStep
  progress: ImportProgress
  state: StepState
  percent: number
}) {
  const count = countText(step, progress)
  return (
    <li className={state === 'pending' ? 'text-muted' : ''}>
      <p className="flex flex-wrap items-center gap-x-2.5 *:shrink-0">
        {icons[state]}
        <span className="min-w-[min(100%,8rem)] flex-1 font-semibold">{t(`import.${step}`)}</span>
        {count !== null && state !== 'pending' && state !== 'none' && (
          <span className="text-sm text-muted">{count}</span>
        )}
        {state === 'none' ? (
          <span className="text-sm text-muted">{t('missing.title')}</span>
        ) : (
          <>
            <span className="w-10 text-right text-sm">{t('import.percent', { percent })}</span>
            <span className="sr-only">{t(`import.${state}`)}</span>
          </>
        )}
      </p>
      {state !== 'none' && <ProgressBar label={t(`import.${step}`)} percent={percent} />}
    </li>
  )
}

function countText(step: ImportStep, { days, athletes, categories }: ImportProgress): string | null {
  if (step === 'days') return days.total > 0 ? t('import.daysCount', days) : null
  if (step === 'fighters') return athletes > 0 ? t('tournaments.importAthletes', { count: athletes }) : null
  if (step === 'finalizing') return categories.total > 0 ? t('tournaments.importCategories', categories) : null
  return null
}
