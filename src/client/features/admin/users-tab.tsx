// Everybody who has an account.
import type { AdminUser } from '#contract/administration.ts'
import { call } from '#client/live/call.ts'
import { usePagedList } from '#client/live/paging.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { type Columns, DataTable, Named, TableSkeleton } from '#client/ui/data-table.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Listing } from '#client/ui/listing.tsx'
import { ListHead, useSearchField } from './list-head.tsx'
import { listQuery } from './queries.ts'
import { type Removal, useRemoval } from './removal.tsx'

export function UsersTab() {
  const { search, field } = useSearchField(t('admin.searchUsers'))
  const list = usePagedList(listQuery('adminUsers', { search }))
  const removal = useRemoval(removalOf)
  return (
    <>
      <ListHead>{field}</ListHead>
      <Listing
        list={list}
        skeleton={<TableSkeleton />}
        empty={<EmptyState drawing={<EmptySearch />} title={t('admin.noUsersFound', { search })} />}
      >
        {(users) => (
          <DataTable
            label={t('admin.users')}
            rows={users}
            isWhole={!list.hasMore}
            columns={columns()}
            keyOf={({ id }) => id}
            actions={{
              head: t('admin.actions'),
              track: '4rem',
              render: (user) => user.removable && removal.button(user),
            }}
          />
        )}
      </Listing>
      {removal.dialog}
    </>
  )
}

const removalOf = ({ id, username }: AdminUser): Removal => ({
  id,
  name: username,
  question: t('admin.removeUser', { username }),
  warning: t('admin.cannotUndo'),
  remove: () => call('adminRemoveUser', { params: { id } }),
  done: t('admin.userRemoved'),
  failed: t('admin.userNotRemoved'),
  failedText: t('admin.userFailed'),
})

const columns = (): Columns<AdminUser> => [
  {
    key: 'username',
    head: t('admin.username'),
    track: 'minmax(0, 2fr)',
    render: ({ username, role, lastSeenAt }) => (
      <Named name={username}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-normal text-muted">
          <Age at={lastSeenAt} sentence={(age) => t('admin.lastSeen', { age })} />
          {role === 'superadmin' && <Badge tone="plain">{t('admin.administrator')}</Badge>}
        </span>
      </Named>
    ),
  },
  {
    key: 'email',
    head: t('admin.email'),
    track: 'minmax(0, 2fr)',
    isWhole: true,
    render: ({ email }) => email,
  },
  {
    key: 'tournaments',
    head: t('admin.tournaments'),
    track: '5.5rem',
    isFigure: true,
    render: ({ tournamentsCount }) => numberText(tournamentsCount),
  },
  {
    key: 'athletes',
    head: t('admin.athletes'),
    track: '4rem',
    isFigure: true,
    render: ({ athletesCount }) => numberText(athletesCount),
  },
  {
    key: 'shares',
    head: t('admin.shares'),
    track: '3.25rem',
    isFigure: true,
    render: ({ shareableLinksCount }) => numberText(shareableLinksCount),
  },
]
