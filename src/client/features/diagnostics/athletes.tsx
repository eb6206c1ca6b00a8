// All followed athletes: the readiness of their data, what is missing, and repairs.
import { useState } from 'react'
import type { Diagnostic, DiagnosticsReport } from '#contract/diagnostics.ts'
import { usePagedList } from '#client/cache/paging.ts'
import { fieldText } from '#client/texts/diagnostic-notes.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { type Columns, DataTable, Named, TableSkeleton } from '#client/ui/data-table.tsx'
import { useDebounced } from '#client/ui/debounced.ts'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyBelt } from '#client/ui/empty-drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Listing } from '#client/ui/listing.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Dot, ReadinessBadge } from './marks.tsx'
import { type Filter, reportQuery } from './queries.ts'
import { readinessOrder, readinessText } from './readiness.ts'
import { RepairButtons } from './repair-buttons.tsx'
import type { Repairs } from './repair.ts'

type Props = { summary: DiagnosticsReport['summary']; repairs: Repairs; onView: (athleteId: number) => void }

export function Athletes({ summary, repairs, onView }: Props) {
  const [readiness, setReadiness] = useState<Filter['readiness']>('all')
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const list = usePagedList(reportQuery({ readiness, search }, repairs.isRepairing))
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56 sm:max-w-90">
          <SearchField label={t('diagnostics.search')} value={text} onChange={setText} />
        </div>
        <SelectField
          label={t('diagnostics.show')}
          options={[
            { value: 'all', text: counted(t('diagnostics.all'), summary.judged) },
            ...readinessOrder.map((value) => ({ value, text: counted(readinessText(value), summary[value]) })),
          ]}
          value={readiness}
          onChange={setReadiness}
        />
      </div>
      <Listing
        list={list}
        skeleton={<TableSkeleton />}
        empty={
          summary.totalFollowed === 0 ? (
            <EmptyState drawing={<EmptyBelt />} title={t('diagnostics.noneTitle')} text={t('diagnostics.noneText')} />
          ) : (
            <EmptyState drawing={<EmptySearch />} title={t('diagnostics.noneFound')} />
          )
        }
      >
        {(diagnostics) => (
          <DataTable
            label={t('diagnostics.athletes')}
            rows={diagnostics}
            isComplete={!list.hasMore}
            columns={columns()}
            keyOf={({ athleteId }) => athleteId}
            actions={{
              head: t('diagnostics.actions'),
              track: 'minmax(0, 3fr)',
              render: (diagnostic) => <RepairButtons diagnostic={diagnostic} repairs={repairs} onView={onView} />,
            }}
          />
        )}
      </Listing>
    </>
  )
}

const counted = (state: string, count: number): string => t('diagnostics.stateCount', { state, count })

/** The athlete's name with the dot of the data's state. */
export function DiagnosedAthlete({ diagnostic }: { diagnostic: Diagnostic }) {
  const { athleteId, athleteName, displayReadiness, tournamentName } = diagnostic
  return (
    <span className="flex items-baseline gap-2">
      <Dot readiness={displayReadiness} />
      <span className="min-w-0">
        <Named name={athleteName} note={[t('diagnostics.id', { id: String(athleteId) }), tournamentName].join(' · ')} />
      </span>
    </span>
  )
}

const columns = (): Columns<Diagnostic> => [
  {
    key: 'athlete',
    head: t('diagnostics.athlete'),
    track: 'minmax(0, 2fr)',
    render: (diagnostic) => <DiagnosedAthlete diagnostic={diagnostic} />,
  },
  {
    key: 'readiness',
    head: t('diagnostics.readiness'),
    track: '5rem',
    render: ({ displayReadiness }) => <ReadinessBadge readiness={displayReadiness} />,
  },
  {
    key: 'read',
    head: t('diagnostics.lastRead'),
    track: '5.5rem',
    render: ({ lastReadAt }) => <Age at={lastReadAt} />,
  },
  {
    key: 'missing',
    head: t('diagnostics.missingFields'),
    track: 'minmax(0, 1.5fr)',
    isFullWidth: true,
    render: ({ missingFields }) =>
      missingFields.length === 0 ? (
        t('diagnostics.nothing')
      ) : (
        <span className="flex flex-wrap gap-1 py-1">
          {missingFields.map((field) => (
            <Badge key={field} tone="late">
              {fieldText(field)}
            </Badge>
          ))}
        </span>
      ),
  },
]
