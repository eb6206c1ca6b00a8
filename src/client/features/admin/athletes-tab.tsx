// Every athlete of every tournament, the most followed first. Nothing can be done with them here.
import type { AdminAthlete } from '#contract/administration.ts'
import { usePagedList } from '#client/live/paging.ts'
import { beltText } from '#client/texts/belt-words.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { type Columns, DataTable, TableSkeleton } from '#client/ui/data-table.tsx'
import { EmptyBelt, EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Listing } from '#client/ui/listing.tsx'
import { ListHead, useSearchField } from './list-head.tsx'
import { listQuery } from './queries.ts'

export function AthletesTab() {
  const { search, field } = useSearchField(t('admin.searchAthletes'))
  const list = usePagedList(listQuery('adminAthletes', { search }))
  return (
    <>
      <ListHead>{field}</ListHead>
      <Listing
        list={list}
        skeleton={<TableSkeleton />}
        empty={
          search === '' ? (
            <EmptyState drawing={<EmptyBelt />} title={t('admin.noAthletes')} text={t('admin.noAthletesText')} />
          ) : (
            <EmptyState drawing={<EmptySearch />} title={t('admin.noAthletesFound', { search })} />
          )
        }
      >
        {(athletes) => (
          <DataTable
            label={t('admin.athletes')}
            rows={athletes}
            isWhole={!list.hasMore}
            columns={columns()}
            keyOf={({ id }) => id}
          />
        )}
      </Listing>
    </>
  )
}

const columns = (): Columns<AdminAthlete> => [
  { key: 'name', head: t('admin.name'), track: 'minmax(0, 2fr)', render: ({ name }) => name },
  {
    key: 'team',
    head: t('admin.team'),
    track: 'minmax(0, 1.5fr)',
    isWhole: true,
    render: ({ team }) => team ?? t('admin.unknown'),
  },
  { key: 'belt', head: t('admin.belt'), track: '5.5rem', render: ({ belt }) => beltText(belt) },
  {
    key: 'tournament',
    head: t('admin.tournament'),
    track: 'minmax(0, 2fr)',
    isWhole: true,
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
