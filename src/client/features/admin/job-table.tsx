// The queues: alerts, emails, and read requests.
import type { JobStatus } from '#contract/source-status.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Age } from '#client/ui/age.tsx'
import { type Columns, DataTable, Named } from '#client/ui/data-table.tsx'

export function JobTable({ jobs }: { jobs: readonly JobStatus[] }) {
  return <DataTable label={t('admin.queue')} rows={jobs} columns={columns()} keyOf={({ kind }) => kind} />
}

const nameOf = (kind: JobStatus['kind']): string =>
  kind === 'alert' ? t('admin.jobAlerts') : kind === 'mail' ? t('admin.jobMails') : t('admin.jobReads')

const columns = (): Columns<JobStatus> => [
  { key: 'kind', head: t('admin.job'), track: 'minmax(0, 2fr)', render: ({ kind }) => <Named name={nameOf(kind)} /> },
  {
    key: 'waiting',
    head: t('admin.jobsWaiting'),
    track: 'minmax(0, 1fr)',
    isFigure: true,
    render: ({ waiting }) => numberText(waiting),
  },
  {
    key: 'oldest',
    head: t('admin.jobsOldest'),
    track: 'minmax(0, 1fr)',
    render: ({ oldestAt }) => (oldestAt === null ? '–' : <Age at={oldestAt} />),
  },
  {
    key: 'retried',
    head: t('admin.jobsRetried'),
    track: 'minmax(0, 1fr)',
    isFigure: true,
    render: ({ retriedLastDay }) => numberText(retriedLastDay),
  },
  {
    key: 'failed',
    head: t('admin.jobsFailed'),
    track: 'minmax(0, 1fr)',
    isFigure: true,
    render: ({ failedLastDay }) => numberText(failedLastDay),
  },
  {
    key: 'expired',
    head: t('admin.jobsExpired'),
    track: 'minmax(0, 1fr)',
    isFigure: true,
    render: ({ expiredLastDay }) => numberText(expiredLastDay),
  },
]
