// The administrator's dashboard. It shows only its frame and skeletons until the server has confirmed that the user has access.
import { useQuery } from '@tanstack/react-query'
import { RefreshCw, ShieldAlert, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useLive } from '#client/live/context.tsx'
import { CallError, isRefusal } from '#client/requests/call-error.ts'
import { deviceNow } from '#client/requests/clock.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Button, buttonLook } from '#client/ui/button.tsx'
import { TableSkeleton } from '#client/ui/data-table.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { NotRead, StaleNotice } from '#client/ui/listing.tsx'
import { Tabs, useAddressTab } from '#client/ui/tabs.tsx'
import { useTitle } from '#client/ui/title.ts'
import { AthletesTab } from './athletes-tab.tsx'
import { AuditTab } from './audit-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { dashboardQuery, refreshAdministration } from './queries.ts'
import { SharesTab } from './shares-tab.tsx'
import { SourceTab } from './source-tab.tsx'
import { TournamentsTab } from './tournaments-tab.tsx'
import { UsersTab } from './users-tab.tsx'

const tabs = ['overview', 'users', 'tournaments', 'athletes', 'shares', 'source', 'audit'] as const

export function AdminScreen() {
  useTitle(t('admin.title'))
  const { queryClient } = useLive()
  const [tab, show] = useAddressTab(tabs)
  const [isRefreshing, setIsRefreshing] = useState(false)
  const { data, error, fetchStatus, dataUpdatedAt, refetch } = useQuery(dashboardQuery)
  const isOffline = fetchStatus === 'paused' || (error instanceof CallError && error.status === 0)

  const refresh = (): void => {
    setIsRefreshing(true)
    void refreshAdministration(queryClient).finally(() => setIsRefreshing(false))
  }

  const retry = (): void => void refetch()
  if (isRefusal(error)) return <Denied error={error} onRetry={retry} />
  if (!data && (error || isOffline)) {
    const failure = error instanceof CallError ? error.sentence : undefined
    return <NotRead title={t('admin.failed')} list={{ isOffline, failure, retry }} />
  }
  return (
    <>
      <header className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-[calc(0.5rem+env(safe-area-inset-top))] pb-2 sm:px-5 sm:pt-3">
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="text-xl font-extrabold tracking-tight">{t('admin.title')}</h1>
          <p className="min-h-4.5 text-sm text-muted">
            {data && <Age at={data.timestamp} sentence={(age) => t('admin.lastUpdated', { age })} />}
          </p>
        </div>
        <div className="flex flex-wrap gap-x-2">
          <Link href="/diagnostics" className={buttonLook('quiet', 'max-sm:-ml-3')}>
            <Stethoscope aria-hidden className="size-4.5" />
            {t('admin.diagnostics')}
          </Link>
          <Button look="outline" aria-disabled={isRefreshing} onClick={() => !isRefreshing && refresh()}>
            <RefreshCw aria-hidden className={`size-4.5 ${isRefreshing ? 'animate-spin' : ''}`} />
            {t('admin.refresh')}
          </Button>
        </div>
      </header>
      <Tabs label={t('admin.tabs')} tabs={tabs.map((id) => ({ id, text: t(`admin.${id}`) }))} shown={tab} onShow={show}>
        <div className="flex flex-col gap-4">
          {data && tab === 'overview' && (
            <StaleNotice
              isOffline={isOffline}
              isFailed={error !== null}
              age={deviceNow() - dataUpdatedAt}
              retry={retry}
            />
          )}
          {tab === 'overview' && <OverviewTab dashboard={data} />}
          {!data && tab !== 'overview' && (
            <div role="status" aria-label={t('list.loading')}>
              <TableSkeleton />
            </div>
          )}
          {data && tab === 'users' && <UsersTab />}
          {data && tab === 'tournaments' && <TournamentsTab />}
          {data && tab === 'athletes' && <AthletesTab />}
          {data && tab === 'shares' && <SharesTab />}
          {data && tab === 'source' && <SourceTab />}
          {data && tab === 'audit' && <AuditTab />}
        </div>
      </Tabs>
    </>
  )
}

/** The literal refusal (sharing-and-admin.md section 2) for users without access, with the server's sentence below. */
function Denied({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        drawing={<ShieldAlert aria-hidden className="size-14 text-line" strokeWidth={1.5} />}
        title={t('admin.denied')}
        text={error.sentence}
        action={<Button onClick={onRetry}>{t('connection.tryAgain')}</Button>}
      />
    </div>
  )
}
