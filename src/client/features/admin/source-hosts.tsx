// The request budget and state of each host, and which process reads what.
import type { SourceHost, SourceLease } from '#contract/source-status.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { Badge } from '#client/ui/badge.tsx'
import { type Columns, DataTable, Named } from '#client/ui/data-table.tsx'
import { RetryIn } from './retry-in.tsx'

export function HostTable({ hosts }: { hosts: readonly SourceHost[] }) {
  if (hosts.length === 0) return <p className="py-2 text-base text-muted">{t('admin.noHosts')}</p>
  return <DataTable label={t('admin.hosts')} rows={hosts} columns={hostColumns()} keyOf={({ host }) => host} />
}

export function LeaseTable({ leases }: { leases: readonly SourceLease[] }) {
  if (leases.length === 0) return <p className="py-2 text-base text-muted">{t('admin.noLeases')}</p>
  return <DataTable label={t('admin.leases')} rows={leases} columns={leaseColumns()} keyOf={({ name }) => name} />
}

/** A figure with its limit; 'unlimited' for a source without one. */
function Limited({ value, most }: { value: number | null; most: string | null }) {
  if (value === null) return t('admin.unlimited')
  return (
    <>
      {numberText(Math.floor(value))}
      {most !== null && <span className="block text-sm text-muted">{most}</span>}
    </>
  )
}

const hostColumns = (): Columns<SourceHost> => [
  { key: 'host', head: t('admin.host'), track: 'minmax(0, 2fr)', render: ({ host }) => host },
  {
    key: 'circuit',
    head: t('admin.circuit'),
    track: '4.5rem',
    render: ({ circuit }) => (
      <Badge tone={circuit === 'open' ? 'old' : 'quiet'}>
        {circuit === 'open' ? t('admin.circuitOpen') : t('admin.circuitClosed')}
      </Badge>
    ),
  },
  {
    key: 'backOff',
    head: t('admin.backOff'),
    track: 'minmax(0, 1fr)',
    render: ({ pausedUntil }) => (pausedUntil === null ? t('admin.noBackOff') : <RetryIn at={pausedUntil} />),
  },
  {
    key: 'failures',
    head: t('admin.failures'),
    track: '4.5rem',
    isFigure: true,
    render: ({ failures }) => numberText(failures),
  },
  {
    key: 'inFlight',
    head: t('admin.inFlight'),
    track: '4rem',
    isFigure: true,
    render: ({ requestsInFlight }) => numberText(requestsInFlight),
  },
  {
    key: 'tokens',
    head: t('admin.tokens'),
    track: 'minmax(0, 1fr)',
    isFigure: true,
    render: ({ tokens, perMinute }) => (
      <Limited value={tokens} most={perMinute === null ? null : t('admin.perMinuteMost', { count: perMinute })} />
    ),
  },
  {
    key: 'spent',
    head: t('admin.spentToday'),
    track: 'minmax(0, 1fr)',
    isFigure: true,
    render: ({ spentToday, perDay }) => (
      <Limited value={spentToday} most={perDay === null ? null : t('admin.ofPerDay', { count: perDay })} />
    ),
  },
]

const leaseColumns = (): Columns<SourceLease> => [
  {
    key: 'part',
    head: t('admin.lease'),
    track: 'minmax(0, 2fr)',
    render: ({ name, tournamentName }) => (
      <Named name={name === 'lists' ? t('admin.leaseLists') : (tournamentName ?? name)} />
    ),
  },
  {
    key: 'holder',
    head: t('admin.holder'),
    track: 'minmax(0, 2fr)',
    isFullWidth: true,
    render: ({ holder }) => holder,
  },
  {
    key: 'held',
    head: t('admin.status'),
    track: '6rem',
    render: ({ held }) => <Badge tone={held ? 'plain' : 'late'}>{held ? t('admin.held') : t('admin.free')}</Badge>,
  },
]
