// Follow diagnostics: the completeness of followed athletes' data, and repairs.
import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { usePagedList } from '#client/cache/paging.ts'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Unplugged } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { StaleNotice } from '#client/ui/listing.tsx'
import { PageSpinner } from '#client/ui/spinner.tsx'
import { Tabs, useAddressTab } from '#client/ui/tabs.tsx'
import { useTitle } from '#client/ui/title.ts'
import { Athletes } from './athletes.tsx'
import { Detail, Prompt } from './detail.tsx'
import { Issues } from './issues.tsx'
import { Overview } from './overview.tsx'
import { reportQuery } from './queries.ts'
import { useRepairs } from './repair.ts'

const tabs = ['overview', 'athletes', 'issues', 'detail'] as const

export function DiagnosticsScreen() {
  useTitle(t('diagnostics.title'))
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const [tab, show] = useAddressTab(tabs)
  const [selected, setSelected] = useState<number | null>(null)
  const [isRefreshing, setIsRefreshing] = useState(false)
  const repairs = useRepairs()
  const list = usePagedList(reportQuery({ readiness: 'all', search: '' }, repairs.isRepairing))
  const report = list.first

  const refresh = (): void => {
    setIsRefreshing(true)
    const isDiagnostics = (key: unknown): boolean => String(key).startsWith('/api/admin/follow-diagnostics')
    void queryClient
      .invalidateQueries({ predicate: ({ queryKey }) => isDiagnostics(queryKey[0]) })
      .finally(() => setIsRefreshing(false))
  }
  const view = (athleteId: number): void => {
    setSelected(athleteId)
    show('detail')
  }

  if (list.isRefused || (!report && (list.isFailed || list.isOffline)))
    return (
      <div role="alert">
        <EmptyState
          drawing={<Unplugged />}
          title={t('diagnostics.failed')}
          {...(list.failure !== undefined && { text: list.failure })}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <Button onClick={() => navigate('/')}>{t('diagnostics.return')}</Button>
              {!list.isRefused && (
                <Button look="outline" onClick={list.retry}>
                  {t('connection.tryAgain')}
                </Button>
              )}
            </div>
          }
        />
      </div>
    )
  if (!report) return <PageSpinner label={t('diagnostics.loading')} />
  return (
    <>
      <header className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-[calc(0.5rem+env(safe-area-inset-top))] pb-2 sm:px-5 sm:pt-3">
        <h1 className="min-w-0 flex-1 basis-48 text-xl font-extrabold tracking-tight">{t('diagnostics.title')}</h1>
        <div className="flex flex-wrap gap-x-2">
          <Button look="quiet" className="max-sm:-ml-3" onClick={() => navigate('/')}>
            <ArrowLeft aria-hidden className="size-4.5" />
            {t('diagnostics.back')}
          </Button>
          <Button look="outline" aria-disabled={isRefreshing} onClick={() => !isRefreshing && refresh()}>
            <RefreshCw aria-hidden className={`size-4.5 ${isRefreshing ? 'animate-spin' : ''}`} />
            {t('diagnostics.refresh')}
          </Button>
        </div>
      </header>
      <Tabs
        label={t('diagnostics.tabs')}
        tabs={tabs.map((id) => ({ id, text: t(`diagnostics.${id}`) }))}
        shown={tab}
        onShow={show}
      >
        <div className="flex flex-col gap-4">
          {(tab === 'overview' || tab === 'detail') && <StaleNotice {...list} />}
          {tab === 'overview' && <Overview report={report} />}
          {tab === 'athletes' && <Athletes summary={report.summary} repairs={repairs} onView={view} />}
          {tab === 'issues' && <Issues repairs={repairs} />}
          {tab === 'detail' &&
            (selected === null ? (
              <Prompt onAthletes={() => show('athletes')} />
            ) : (
              <Detail athleteId={selected} repairs={repairs} />
            ))}
        </div>
      </Tabs>
    </>
  )
}
