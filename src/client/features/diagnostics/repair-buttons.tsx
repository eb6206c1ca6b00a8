// The repair buttons of an athlete, with the outcome below, because a toast alone disappears too fast for some users.
import type { Diagnostic } from '#contract/diagnostics.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import type { Kind, Repair, Repairs } from './repair.ts'
import { isReady } from './readiness.ts'

type Props = { diagnostic: Diagnostic; repairs: Repairs; onView?: (athleteId: number) => void }

export function RepairButtons({ diagnostic, repairs, onView }: Props) {
  const { athleteId, athleteName: name } = diagnostic
  const repair = repairs.of(athleteId)
  const isRunning = repair?.state === 'running'
  const textOf = (kind: Kind): string => {
    if (isRunning && repair.kind === kind)
      return kind === 'repair' ? t('diagnostics.repairing') : t('diagnostics.refreshing')
    return kind === 'repair' ? t('diagnostics.repair') : t('diagnostics.refreshData')
  }
  const button = (kind: Kind, label: string) => (
    <Button
      look="quiet"
      aria-disabled={isRunning}
      aria-label={isRunning ? undefined : label}
      onClick={() => repairs.start(athleteId, kind)}
    >
      {textOf(kind)}
    </Button>
  )
  return (
    <div className="flex flex-col items-end">
      <div className="flex flex-wrap justify-end">
        {onView && (
          <Button look="quiet" aria-label={t('diagnostics.viewOf', { name })} onClick={() => onView(athleteId)}>
            {t('diagnostics.view')}
          </Button>
        )}
        {!isReady(diagnostic) && (
          <>
            {button('repair', t('diagnostics.repairOf', { name }))}
            {button('refresh', t('diagnostics.refreshDataOf', { name }))}
          </>
        )}
      </div>
      {repair && repair.state !== 'running' && (
        <p
          role={repair.state === 'failed' ? 'alert' : 'status'}
          className={`px-3 pb-1 text-right text-sm ${repair.state === 'failed' ? 'font-semibold text-live' : 'text-muted'}`}
        >
          {outcomeText(repair, diagnostic)}
        </p>
      )}
    </div>
  )
}

/** The outcome's text; a repair in the background has ended once the athlete has a later reading. */
const outcomeText = (repair: Exclude<Repair, { state: 'running' }>, { lastTriedAt }: Diagnostic): string =>
  repair.state === 'done' && !repair.finished && lastTriedAt !== repair.triedAt
    ? t('diagnostics.readSince')
    : repair.text
