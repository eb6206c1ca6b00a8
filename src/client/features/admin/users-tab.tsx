// All users; those who can be removed have a button for it.
import type { AdminUser } from '#contract/administration.ts'
import { usePagedList } from '#client/cache/paging.ts'
import { call } from '#client/requests/call.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { type Columns, Named } from '#client/ui/data-table.tsx'
import { EmptySearch } from '#client/ui/drawings.tsx'
import { AdminList } from './admin-list.tsx'
import { useSearchField } from './list-head.tsx'
import { listQuery } from './queries.ts'
import type { Removal } from './removal.tsx'

export function UsersTab() {
  const { search, field } = useSearchField(t('admin.searchUsers'))
  return (
    <AdminList
      label={t('admin.users')}
      list={usePagedList(listQuery('adminUsers', { search }))}
      filters={field}
      isFiltered={search !== ''}
      none={{ drawing: <EmptySearch />, title: t('admin.noUsersFound', { search }) }}
      noneFound={t('admin.noUsersFound', { search })}
      columns={columns()}
      removalOf={removalOf}
    />
  )
}

const removalOf = ({ id, username, removable }: AdminUser): Removal | null =>
  removable
    ? {
        id,
        name: username,
        question: t('admin.removeUser', { username }),
        warning: t('admin.cannotUndo'),
        remove: () => call('adminRemoveUser', { params: { id } }),
        done: t('admin.userRemoved'),
        failed: t('admin.userNotRemoved'),
        failedText: t('admin.userFailed'),
      }
    : null

const columns = (): Columns<AdminUser> => [
  {
    key: 'username',
    head: t('admin.username'),
    track: 'minmax(0, 2fr)',
    render: ({ username, role, lastSeenAt }) => (
      <Named name={username}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-normal text-muted">
          <Age at={lastSeenAt} sentence={(age) => t('admin.lastSeen', { age })} never={t('admin.neverSeen')} />
          {role === 'superadmin' && <Badge tone="plain">{t('admin.administrator')}</Badge>}
        </span>
      </Named>
    ),
  },
  {
    key: 'email',
    head: t('admin.email'),
    track: 'minmax(0, 2fr)',
    isFullWidth: true,
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
