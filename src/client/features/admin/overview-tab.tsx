// The platform's figures, the health of the answering process, and the most active users.
import { useQuery } from '@tanstack/react-query'
import { Clock, Database, Link2, type LucideIcon, MemoryStick, Swords, Target, Trophy, Users } from 'lucide-react'
import type { DashboardResponse } from '#contract/administration.ts'
import { numberText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'
import { type Columns, DataTable, Named, TableSkeleton } from '#client/ui/data-table.tsx'
import { Figure, FigureSkeleton } from '#client/ui/figure.tsx'
import { bytesText, percentText, uptimeText } from './measures.ts'
import { systemQuery } from './queries.ts'

type ActiveUser = DashboardResponse['mostActiveUsers'][number]
type Props = {
  /** Undefined while loading. */
  dashboard: DashboardResponse | undefined
}

/** As many columns as fit. */
const figures = {
  className: 'grid gap-2.5',
  style: { gridTemplateColumns: 'repeat(auto-fit, minmax(min(9.5rem, 100%), 1fr))' },
}

export function OverviewTab({ dashboard }: Props) {
  return (
    <>
      {dashboard ? <Totals dashboard={dashboard} /> : <FigureSkeletons hasTrend={false} />}
      <section aria-labelledby="health" className="flex flex-col gap-2">
        <h2 id="health" className="text-lg font-bold">
          {t('admin.health')}
        </h2>
        {dashboard ? <Health metrics={dashboard.systemMetrics} /> : <FigureSkeletons hasTrend />}
      </section>
      <section aria-labelledby="most-active" className="flex flex-col gap-2">
        <h2 id="most-active" className="text-lg font-bold">
          {t('admin.mostActive')}
        </h2>
        {dashboard ? <MostActive users={dashboard.mostActiveUsers} /> : <TableSkeleton rows={5} isLow />}
      </section>
    </>
  )
}

const mark = (Icon: LucideIcon) => <Icon aria-hidden className="size-4 shrink-0" />

function Totals({ dashboard }: { dashboard: DashboardResponse }) {
  const { userStats, tournamentStats, athleteStats, shareableStats } = dashboard
  return (
    <dl {...figures}>
      <Figure
        mark={mark(Users)}
        label={t('admin.registeredUsers')}
        value={numberText(userStats.totalUsers)}
        note={t('admin.activeUsers', { count: userStats.activeUsers })}
      />
      <Figure
        mark={mark(Trophy)}
        label={t('admin.tournamentCoverage')}
        value={numberText(tournamentStats.totalTournaments)}
        note={t('admin.liveAndScheduled', {
          live: tournamentStats.liveTournaments,
          scheduled: tournamentStats.upcomingTournaments,
        })}
      />
      <Figure
        mark={mark(Swords)}
        label={t('admin.athleteTracking')}
        value={numberText(athleteStats.totalAthletes)}
        note={t('admin.followedAthletes', { count: athleteStats.followedAthletes })}
      />
      <Figure
        mark={mark(Link2)}
        label={t('admin.publicSharing')}
        value={numberText(shareableStats.totalLinks)}
        note={t('admin.activeLinks', { count: shareableStats.activeLinks })}
      />
    </dl>
  )
}

/** Shows the dashboard's figures immediately, and those of /api/admin/system once they are loaded. */
function Health({ metrics }: { metrics: DashboardResponse['systemMetrics'] }) {
  const { data: system } = useQuery(systemQuery)
  const { cacheHitRate, memoryUsage, uptime, cacheSize } = system ?? metrics
  return (
    <dl {...figures}>
      <Figure
        mark={mark(Target)}
        label={t('admin.cacheHitRate')}
        value={percentText(cacheHitRate)}
        note={system ? t('admin.cacheReads', { count: system.cacheReads }) : ''}
        trend={system?.trends.hitRate ?? []}
      />
      <Figure
        mark={mark(MemoryStick)}
        label={t('admin.memory')}
        value={bytesText(memoryUsage.heapUsed)}
        note={t('admin.memoryOf', { total: bytesText(memoryUsage.heapTotal) })}
        trend={system?.trends.heap ?? []}
      />
      <Figure
        mark={mark(Clock)}
        label={t('admin.uptime')}
        value={uptimeText(uptime)}
        note={system ? t('admin.delay', { ms: Math.round(system.eventLoopDelay) }) : ''}
      />
      <Figure
        mark={mark(Database)}
        label={t('admin.cachedEntries')}
        value={numberText(cacheSize)}
        note={system ? t('admin.cachedTournaments', { count: system.cachedTournaments }) : ''}
        trend={system?.trends.entries ?? []}
      />
    </dl>
  )
}

function MostActive({ users }: { users: readonly ActiveUser[] }) {
  if (users.length === 0) return <p className="py-2 text-base text-muted">{t('admin.noUsers')}</p>
  return <DataTable label={t('admin.mostActive')} rows={users} columns={columns()} keyOf={({ userId }) => userId} />
}

const columns = (): Columns<ActiveUser> => [
  {
    key: 'user',
    head: t('admin.username'),
    track: 'minmax(0, 1fr)',
    render: ({ username, email }) => <Named name={username} note={email} />,
  },
  {
    key: 'tournaments',
    head: t('admin.tournaments'),
    track: '7rem',
    isFigure: true,
    render: ({ tournamentsCount }) => numberText(tournamentsCount),
  },
  {
    key: 'athletes',
    head: t('admin.athletes'),
    track: '7rem',
    isFigure: true,
    render: ({ athletesCount }) => numberText(athletesCount),
  },
]

function FigureSkeletons({ hasTrend }: { hasTrend: boolean }) {
  return (
    <div role="status" aria-label={t('list.loading')} {...figures}>
      {[1, 2, 3, 4].map((place) => (
        <FigureSkeleton key={place} hasNote hasTrend={hasTrend} />
      ))}
    </div>
  )
}
