// All share links. Active and inactive links are removed by different calls (decision D34).
import type { AdminLink } from '#contract/administration.ts'
import { usePagedList } from '#client/cache/paging.ts'
import { call } from '#client/requests/call.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { type Columns, Named } from '#client/ui/data-table.tsx'
import { EmptyMats } from '#client/ui/empty-drawings.tsx'
import { AdminList } from './admin-list.tsx'
import { useSearchField } from './list-head.tsx'
import { listQuery } from './queries.ts'
import type { Removal } from './removal.tsx'
import { Warning } from './warning.tsx'

export function SharesTab() {
  const { search, field } = useSearchField(t('admin.searchShares'))
  return (
    <AdminList
      label={t('admin.shares')}
      list={usePagedList(listQuery('adminLinks', { search }))}
      filters={field}
      isFiltered={search !== ''}
      none={{ drawing: <EmptyMats />, title: t('admin.noShares'), text: t('admin.noSharesText') }}
      noneFound={t('admin.noSharesFound', { search })}
      columns={columns()}
      removalOf={removalOf}
    />
  )
}

const titleOf = ({ title }: AdminLink): string => title ?? t('admin.untitled')

const removalOf = (link: AdminLink): Removal => {
  const { id, username, isActive } = link
  const common = { id, name: titleOf(link), question: t('admin.removeLink', { title: titleOf(link), username }) }
  if (isActive)
    return {
      ...common,
      warning: t('admin.removeLinkInUse'),
      remove: () => call('adminRemoveLink', { params: { id } }),
      done: t('admin.linkRemoved'),
      failed: t('admin.linkNotRemoved'),
      failedText: t('admin.linkFailed'),
    }
  return {
    ...common,
    warning: t('admin.cannotUndo'),
    remove: () => call('adminRemoveInactiveLink', { params: { id } }),
    done: t('admin.inactiveRemoved'),
    failed: t('admin.inactiveNotRemoved'),
    failedText: t('admin.inactiveFailed'),
  }
}

const columns = (): Columns<AdminLink> => [
  {
    key: 'title',
    head: t('admin.shareTitle'),
    track: 'minmax(0, 2fr)',
    render: (link) => <Named name={titleOf(link)}>{link.isActive && <Warning text={t('admin.inUse')} />}</Named>,
  },
  {
    key: 'creator',
    head: t('admin.creator'),
    track: 'minmax(0, 1.5fr)',
    isFullWidth: true,
    render: ({ username }) => username,
  },
  {
    key: 'status',
    head: t('admin.status'),
    track: '4.5rem',
    render: ({ isActive }) => (
      <Badge tone={isActive ? 'plain' : 'quiet'}>{isActive ? t('admin.active') : t('admin.inactive')}</Badge>
    ),
  },
  {
    key: 'athletes',
    head: t('admin.athletes'),
    track: '4rem',
    isFigure: true,
    render: ({ athleteCount }) => numberText(athleteCount),
  },
  {
    key: 'tournaments',
    head: t('admin.tournaments'),
    track: '5.5rem',
    isFigure: true,
    render: ({ tournamentCount }) => numberText(tournamentCount),
  },
  { key: 'created', head: t('admin.created'), track: '5.5rem', render: ({ createdAt }) => <Age at={createdAt} /> },
]
