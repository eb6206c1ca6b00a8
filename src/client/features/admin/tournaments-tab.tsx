// All tournaments that users have added or discovery has imported, with their removal and a dialog to correct a venue's time zone.
import { useState } from 'react'
import type { AdminTournament } from '#contract/administration.ts'
import { usePagedList } from '#client/cache/paging.ts'
import { call } from '#client/requests/call.ts'
import { datesText } from '#client/texts/calendar-words.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Badge } from '#client/ui/badge.tsx'
import { type Columns, Named } from '#client/ui/data-table.tsx'
import { EmptyPodium } from '#client/ui/empty-drawings.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { AdminList } from './admin-list.tsx'
import { useSearchField } from './list-head.tsx'
import { listQuery } from './queries.ts'
import type { Removal } from './removal.tsx'
import { Warning } from './warning.tsx'
import { ZoneButton } from './zone-button.tsx'

const statusText = () =>
  ({
    all: t('admin.statusAll'),
    live: t('admin.statusLive'),
    upcoming: t('admin.statusUpcoming'),
    past: t('admin.statusPast'),
  }) as const
const statuses = ['all', 'live', 'upcoming', 'past'] as const
type Status = (typeof statuses)[number]

export function TournamentsTab() {
  const [status, setStatus] = useState<Status>('all')
  const { search, field } = useSearchField(t('admin.searchTournaments'))
  const statusField = (
    <SelectField
      label={t('admin.status')}
      options={statuses.map((value) => ({ value, text: statusText()[value] }))}
      value={status}
      onChange={setStatus}
    />
  )
  return (
    <AdminList
      label={t('admin.tournaments')}
      list={usePagedList(listQuery('adminTournaments', { status, search }))}
      filters={
        <>
          {field}
          {statusField}
        </>
      }
      isFiltered={status !== 'all' || search !== ''}
      none={{ drawing: <EmptyPodium />, title: t('admin.noTournaments'), text: t('admin.noTournamentsText') }}
      noneFound={t('admin.noTournamentsFound')}
      columns={columns()}
      removalOf={removalOf}
    />
  )
}

const removalOf = ({ id, name, userCount }: AdminTournament): Removal => ({
  id,
  name,
  question: t('admin.removeTournament', { name }),
  warning: userCount > 0 ? t('admin.removeTournamentUsers', { count: userCount }) : t('admin.removeTournamentNobody'),
  remove: () => call('adminRemoveTournament', { params: { id } }),
  done: t('admin.tournamentRemoved'),
  failed: t('admin.tournamentNotRemoved'),
  failedText: t('admin.tournamentFailed'),
})

const tones = { live: 'live', upcoming: 'plain', past: 'quiet' } as const

const columns = (): Columns<AdminTournament> => [
  {
    key: 'name',
    head: t('admin.name'),
    track: 'minmax(0, 2.5fr)',
    render: ({ name, startsOn, endsOn, userCount }) => (
      <Named name={name} note={datesText({ startsOn, endsOn })}>
        {userCount > 0 && <Warning text={t('admin.willClear', { count: userCount })} />}
      </Named>
    ),
  },
  {
    key: 'status',
    head: t('admin.status'),
    track: '5rem',
    render: ({ status }) => (
      <Badge tone={tones[status]} pulse={status === 'live'}>
        {statusText()[status]}
      </Badge>
    ),
  },
  {
    key: 'location',
    head: t('admin.location'),
    track: 'minmax(0, 1.5fr)',
    isFullWidth: true,
    render: ({ location }) => location ?? t('admin.unknown'),
  },
  {
    key: 'timezone',
    head: t('admin.timezone'),
    track: 'minmax(0, 1fr)',
    render: (tournament) => <ZoneButton tournament={tournament} />,
  },
  {
    key: 'users',
    head: t('admin.users'),
    track: '3rem',
    isFigure: true,
    render: ({ userCount }) => numberText(userCount),
  },
  {
    key: 'athletes',
    head: t('admin.athletes'),
    track: '4rem',
    isFigure: true,
    render: ({ athleteCount }) => numberText(athleteCount),
  },
]
