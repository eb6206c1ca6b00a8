// The audit log: administrators' actions, logins, and refused requests (decision D29).
import { useState } from 'react'
import type { AuditEntry } from '#contract/administration.ts'
import { usePagedList } from '#client/cache/paging.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import type { Columns } from '#client/ui/data-table.tsx'
import { EmptyMats } from '#client/ui/empty-drawings.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { AdminList } from './admin-list.tsx'
import { detailText, targetText } from './audit-words.ts'
import { auditQuery } from './queries.ts'

type Action = AuditEntry['action']
const actions = [
  'remove-user',
  'remove-tournament',
  'remove-link',
  'set-timezone',
  'switch-source',
  'repair-athlete',
  'login',
  'login-failed',
  'forbidden',
  'too-many',
  'not-recorded',
] as const satisfies Action[]

export function AuditTab() {
  const [action, setAction] = useState<Action | 'all'>('all')
  return (
    <AdminList
      label={t('admin.audit')}
      list={usePagedList(auditQuery(action))}
      filters={
        <SelectField
          label={t('admin.auditFilter')}
          options={[
            { value: 'all', text: t('admin.auditAll') },
            ...actions.map((value) => ({ value, text: t(`admin.did.${value}`) })),
          ]}
          value={action}
          onChange={setAction}
        />
      }
      isFiltered={action !== 'all'}
      none={{ drawing: <EmptyMats />, title: t('admin.noAudit'), text: t('admin.noAuditText') }}
      noneFound={t('admin.noAuditFound')}
      columns={columns()}
    />
  )
}

function whoText({ actorUserId, actorName }: AuditEntry): string {
  if (actorName !== null) return actorName
  return actorUserId === null ? t('admin.stranger') : t('admin.goneUser', { id: String(actorUserId) })
}

const columns = (): Columns<AuditEntry> => [
  {
    key: 'what',
    head: t('admin.what'),
    track: 'minmax(0, 1.2fr)',
    render: ({ action }) => t(`admin.did.${action}`),
  },
  { key: 'when', head: t('admin.when'), track: '6rem', render: ({ at }) => <Age at={at} /> },
  { key: 'who', head: t('admin.who'), track: 'minmax(0, 1fr)', isFullWidth: true, render: whoText },
  {
    key: 'target',
    head: t('admin.target'),
    track: 'minmax(0, 1.5fr)',
    isFullWidth: true,
    render: targetText,
  },
  {
    key: 'detail',
    head: t('admin.detail'),
    track: 'minmax(0, 1.5fr)',
    isFullWidth: true,
    render: detailText,
  },
  { key: 'ip', head: t('admin.ip'), track: 'minmax(0, 0.8fr)', render: ({ ip }) => ip ?? t('admin.unknown') },
]
