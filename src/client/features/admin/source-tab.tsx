// The reading of the source: the off switch, requests, hosts, leases, queues, the venues' time zones, and the pages.
import { type ReactNode, useState } from 'react'
import type { SourceResponse } from '#contract/source-status.ts'
import { usePagedList } from '#client/cache/paging.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { TableSkeleton } from '#client/ui/data-table.tsx'
import { Figure, FigureSkeleton } from '#client/ui/figure.tsx'
import { Listing, StaleNotice } from '#client/ui/listing.tsx'
import { useSearchField } from './list-head.tsx'
import { JobTable } from './job-table.tsx'
import { bytesText } from './measures.ts'
import { sourceQuery } from './queries.ts'
import { HostTable, LeaseTable } from './source-hosts.tsx'
import { type PageFilter, PageFilters, PageTable } from './source-pages.tsx'
import { SourceSwitch } from './source-switch.tsx'
import { VenueZones } from './venue-zones.tsx'

export function SourceTab() {
  const [state, setState] = useState<PageFilter>('all')
  const { search, field } = useSearchField(t('admin.searchPages'))
  const list = usePagedList(sourceQuery({ state, search }))
  const source = list.first
  return (
    <>
      {source && (
        <>
          <StaleNotice {...list} />
          <SourceSwitch isOff={source.off} changedAt={source.offChangedAt} changedBy={source.offChangedBy} />
          <Requests requests={source.requests} />
          <Part id="hosts" title={t('admin.hosts')}>
            <HostTable hosts={source.hosts} />
          </Part>
          <Part id="leases" title={t('admin.leases')}>
            <LeaseTable leases={source.leases} />
          </Part>
          <Part id="jobs" title={t('admin.queue')}>
            <JobTable jobs={source.jobs} />
          </Part>
          <Part id="zones" title={t('admin.venueZones')}>
            <VenueZones />
          </Part>
        </>
      )}
      <Part id="pages" title={t('admin.pages')}>
        {source && <PageFilters states={source.states} state={state} onState={setState} search={field} />}
        <Listing
          list={list}
          hidesStaleNotice
          skeleton={<SourceSkeleton />}
          empty={
            <p className="py-2 text-base text-muted">
              {state === 'all' && search === '' ? t('admin.noPages') : t('admin.noPagesFound')}
            </p>
          }
        >
          {(pages) => <PageTable pages={pages} isComplete={!list.hasMore} />}
        </Listing>
      </Part>
    </>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}

const figures =
  'grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2.5 *:first:max-sm:col-span-full sm:grid-cols-5'

function Requests({ requests }: { requests: SourceResponse['requests'] }) {
  return (
    <Part id="requests" title={t('admin.requests')}>
      <dl className={figures}>
        <Figure label={t('admin.lastMinute')} value={numberText(requests.lastMinute)} trend={requests.perMinute} />
        <Figure label={t('admin.lastHour')} value={numberText(requests.lastHour)} />
        <Figure label={t('admin.lastDay')} value={numberText(requests.lastDay)} />
        <Figure label={t('admin.failedLastDay')} value={numberText(requests.failedLastDay)} />
        <Figure label={t('admin.bytesLastDay')} value={bytesText(requests.bytesLastDay)} />
      </dl>
      {requests.countedSince !== null && (
        <p className="text-sm text-muted">
          <Age at={requests.countedSince} sentence={(age) => t('admin.countedSince', { age })} />
        </p>
      )}
    </Part>
  )
}

function SourceSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <div className={figures}>
        {[1, 2, 3, 4, 5].map((place) => (
          <FigureSkeleton key={place} hasTrend={place === 1} />
        ))}
      </div>
      <TableSkeleton />
    </div>
  )
}
