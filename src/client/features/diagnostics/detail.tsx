// The raw diagnostic of the selected athlete.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { CallError } from '#client/requests/call-error.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptySearch, Unplugged } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { DiagnosedAthlete } from './athletes.tsx'
import { ReadinessBadge } from './marks.tsx'
import { detailQuery } from './queries.ts'
import { RepairButtons } from './repair-buttons.tsx'
import type { Repairs } from './repair.ts'

/** The prompt while no athlete is selected. */
export function Prompt({ onAthletes }: { onAthletes: () => void }) {
  return (
    <EmptyState
      drawing={<EmptySearch />}
      title={t('diagnostics.select')}
      text={t('diagnostics.selectText')}
      action={<Button onClick={onAthletes}>{t('diagnostics.toAthletes')}</Button>}
    />
  )
}

export function Detail({ athleteId, repairs }: { athleteId: number; repairs: Repairs }) {
  const { data: diagnostic, error, fetchStatus, refetch } = useQuery(detailQuery(athleteId))
  const article = useRef<HTMLElement>(null)
  const isLoaded = diagnostic !== undefined
  useEffect(() => {
    // The button View Details is on another tab, so the focus must be moved here.
    if (isLoaded && document.activeElement === document.body) article.current?.focus({ preventScroll: true })
  }, [isLoaded])
  if (error instanceof CallError && error.status === 404)
    return <EmptyState drawing={<EmptySearch />} title={t('diagnostics.gone')} />
  if (!diagnostic && (error || fetchStatus === 'paused'))
    return (
      <EmptyState
        drawing={<Unplugged />}
        title={t('diagnostics.detailFailed')}
        text={error instanceof CallError ? error.sentence : t('connection.offlineText')}
        action={<Button onClick={() => void refetch()}>{t('connection.tryAgain')}</Button>}
      />
    )
  if (!diagnostic) return <Spinner label={t('diagnostics.loading')} className="self-center py-10" />
  const raw = JSON.stringify(diagnostic, null, 2)
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={diagnostic.athleteName}
      className="card flex flex-col gap-3 p-3 outline-none"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-lg font-bold">
          <DiagnosedAthlete diagnostic={diagnostic} />
        </h2>
        <ReadinessBadge readiness={diagnostic.displayReadiness} />
      </header>
      <RepairButtons diagnostic={diagnostic} repairs={repairs} />
      <textarea
        readOnly
        spellCheck={false}
        rows={raw.split('\n').length}
        aria-label={t('diagnostics.raw', { name: diagnostic.athleteName })}
        value={raw}
        className="field-sizing-content w-full resize-none rounded-md border border-line bg-ink p-3 text-lg"
        style={{ fontFamily: 'ui-monospace, monospace' }}
      />
    </article>
  )
}
