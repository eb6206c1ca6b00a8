// All athletes of all tournaments, the most followed first; read-only.
import type { AdminAthlete } from '#contract/administration.ts'
import { usePagedList } from '#client/cache/paging.ts'
import { beltText } from '#client/texts/belt-words.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import type { Columns } from '#client/ui/data-table.tsx'
import { EmptyBelt } from '#client/ui/empty-drawings.tsx'
import { AdminList } from './admin-list.tsx'
import { useSearchField } from './list-head.tsx'
import { listQuery } from './queries.ts'

export function AthletesTab() {
  const { search, field } = useSearchField(t('admin.searchAthletes'))
  return (
    <AdminList
      label={t('admin.athletes')}
      list={usePagedList(listQuery('adminAthletes', { search }))}
      filters={field}
      isFiltered={search !== ''}
      none={{ drawing: <EmptyBelt />, title: t('admin.noAthletes'), text: t('admin.noAthletesText') }}
      noneFound={t('admin.noAthletesFound', { search })}
      columns={columns()}
    />
  )
}

const columns = (): Columns<AdminAthlete> => [
  { key: 'name', head: t('admin.name'), track: 'minmax(0, 2fr)', render: ({ name }) => name },
  {
    key: 'team',
    head: t('admin.team'),
    track: 'minmax(0, 1.5fr)',
    isFullWidth: true,
    render: ({ team }) => team ?? t('admin.unknown'),
  },
  { key: 'belt', head: t('admin.belt'), track: '5.5rem', render: ({ belt }) => beltText(belt) },
  {
    key: 'tournament',
    head: t('admin.tournament'),
    track: 'minmax(0, 2fr)',
    isFullWidth: true,
    render: ({ tournamentName }) => tournamentName,
  },
  {
    key: 'followers',
    head: t('admin.followers'),
    track: '4.25rem',
    isFigure: true,
    render: ({ followCount }) => numberText(followCount),
  },
  {
    key: 'updated',
    head: t('admin.lastUpdatedAt'),
    track: '5.5rem',
    render: ({ lastUpdated }) => <Age at={lastUpdated} />,
  },
]
