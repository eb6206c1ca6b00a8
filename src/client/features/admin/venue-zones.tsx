// The venues' time zones. Of the loaded tournaments, those without a known zone come first, because they have no countdowns.
import type { AdminTournament } from '#contract/administration.ts'
import { usePagedList } from '#client/cache/paging.ts'
import { datesText } from '#client/texts/calendar-words.ts'
import { t } from '#client/texts/t.ts'
import { type Columns, DataTable, Named, TableSkeleton } from '#client/ui/data-table.tsx'
import { Listing } from '#client/ui/listing.tsx'
import { listQuery } from './queries.ts'
import { ZoneButton } from './zone-button.tsx'

export function VenueZones() {
  const list = usePagedList(listQuery('adminTournaments', { status: 'all', search: '' }))
  return (
    <Listing
      list={list}
      skeleton={<TableSkeleton rows={2} />}
      empty={<p className="py-2 text-base text-muted">{t('admin.noTournaments')}</p>}
    >
      {(tournaments) => (
        <DataTable
          label={t('admin.venueZones')}
          rows={unknownFirst(tournaments)}
          isComplete={!list.hasMore}
          columns={columns()}
          keyOf={({ id }) => id}
        />
      )}
    </Listing>
  )
}

const unknownFirst = (tournaments: readonly AdminTournament[]): AdminTournament[] =>
  [...tournaments].sort((one, other) => Number(one.timezone !== null) - Number(other.timezone !== null))

const columns = (): Columns<AdminTournament> => [
  {
    key: 'name',
    head: t('admin.tournament'),
    track: 'minmax(0, 2fr)',
    render: ({ name, startsOn, endsOn }) => <Named name={name} note={datesText({ startsOn, endsOn })} />,
  },
  {
    key: 'location',
    head: t('admin.location'),
    track: 'minmax(0, 2fr)',
    isFullWidth: true,
    render: ({ location }) => location ?? t('admin.unknown'),
  },
  {
    key: 'timezone',
    head: t('admin.timezone'),
    track: 'minmax(0, 1fr)',
    render: (tournament) => <ZoneButton tournament={tournament} />,
  },
]
