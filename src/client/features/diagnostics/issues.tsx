// The athletes whose data are not ready: which data are present and missing, and what to do.
import type { Diagnostic } from '#contract/diagnostics.ts'
import { usePagedList } from '#client/cache/paging.ts'
import { noteText } from '#client/texts/diagnostic-notes.ts'
import { t } from '#client/texts/t.ts'
import { type Columns, DataTable, TableSkeleton } from '#client/ui/data-table.tsx'
import { EmptyPodium } from '#client/ui/empty-drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Listing } from '#client/ui/listing.tsx'
import { DiagnosedAthlete } from './athletes.tsx'
import { YesNo } from './marks.tsx'
import { reportQuery } from './queries.ts'
import type { Repairs } from './repair.ts'

export function Issues({ repairs }: { repairs: Repairs }) {
  const list = usePagedList(reportQuery({ readiness: 'not-ready', search: '' }, repairs.isRepairing))
  return (
    <Listing
      list={list}
      skeleton={<TableSkeleton />}
      empty={<EmptyState drawing={<EmptyPodium />} title={t('diagnostics.noneNotReady')} />}
    >
      {(diagnostics) => (
        <DataTable
          label={t('diagnostics.issues')}
          rows={diagnostics}
          isComplete={!list.hasMore}
          columns={columns()}
          keyOf={({ athleteId }) => athleteId}
        />
      )}
    </Listing>
  )
}

const columns = (): Columns<Diagnostic> => [
  {
    key: 'athlete',
    head: t('diagnostics.athlete'),
    track: 'minmax(0, 3fr)',
    render: (diagnostic) => <DiagnosedAthlete diagnostic={diagnostic} />,
  },
  {
    key: 'basic',
    head: t('diagnostics.basicFollowRecord'),
    track: '4.5rem',
    render: ({ hasBasicFollowRecord }) => <YesNo isPresent={hasBasicFollowRecord} />,
  },
  {
    key: 'comprehensive',
    head: t('diagnostics.comprehensiveData'),
    track: '5.75rem',
    render: ({ hasComprehensiveData }) => <YesNo isPresent={hasComprehensiveData} />,
  },
  {
    key: 'scraped',
    head: t('diagnostics.scrapedData'),
    track: '4.5rem',
    render: ({ hasScrapedData }) => <YesNo isPresent={hasScrapedData} />,
  },
  {
    key: 'tournament',
    head: t('diagnostics.tournamentData'),
    track: '5rem',
    render: ({ hasTournamentData }) => <YesNo isPresent={hasTournamentData} />,
  },
  {
    key: 'recommendations',
    head: t('diagnostics.recommendations'),
    track: 'minmax(0, 3fr)',
    isFullWidth: true,
    render: ({ causes }) => (
      <ul className="flex list-none flex-col gap-1 py-1">
        {causes.map((code) => (
          <li key={code}>{noteText({ code })}</li>
        ))}
      </ul>
    ),
  },
]
