// The calls of administrators (sharing-and-admin.md sections 2, 3 and 7). Field names are the specification's, with some
// additions. The lists of users, tournaments, athletes and links are plain arrays of at most `limit` rows; the header
// `x-total-count` has the total.
import * as z from 'zod/mini'
import { cleanText } from '../domain/name.ts'
import { AuditNote } from './audit-note.ts'

/** The default and the largest `limit` of a list. */
const adminPage = { usual: 200, most: 1_000 } as const

/** The server's own texts. The literal texts of section 8 are the client's. */
export const adminTexts = {
  firstUser: 'The account with id 1 cannot be removed.',
  oneself: 'You cannot remove your own account here.',
  lastAdministrator: 'The last administrator cannot be removed.',
  activeLink: 'This link is in use. Remove it as a shareable link.',
  zone: 'This is not the name of a time zone. Use one like America/New_York.',
  listLimit: `Request 1 to ${adminPage.most} rows.`,
  listOffset: 'The first row must be a whole number from 0 on.',
  before: 'The row must be a whole number from 0 on.',
  tournament: 'The tournament is a whole number.',
  status: 'The status is one of all, live, upcoming, past.',
  pageState: 'The state is one of all, ok, stale, quarantined, down, gone, new, problems.',
} as const

/** A search text, without the characters that PostgreSQL rejects. */
const search = z._default(z.string().check(z.maxLength(200), z.overwrite(cleanText)), '')
const limit = z._default(
  z.coerce
    .number(adminTexts.listLimit)
    .check(
      z.int(adminTexts.listLimit),
      z.minimum(1, adminTexts.listLimit),
      z.maximum(adminPage.most, adminTexts.listLimit),
    ),
  adminPage.usual,
)
const offset = z._default(
  z.coerce
    .number(adminTexts.listOffset)
    .check(
      z.int(adminTexts.listOffset),
      z.minimum(0, adminTexts.listOffset),
      z.maximum(10_000_000, adminTexts.listOffset),
    ),
  0,
)
/** `limit` rows from row `offset` (from 0) among those that contain the search text. */
export const ListQuery = z.object({ search, limit, offset })
export const AdminTournamentsQuery = z.object({
  status: z._default(z.enum(['all', 'live', 'upcoming', 'past'], adminTexts.status), 'all'),
  search,
  limit,
  offset,
})

const memoryUsage = z.object({ heapUsed: z.number(), heapTotal: z.number() })

/** The metrics of the process that answers: `cacheHitRate` 0 to 1, memory in bytes, `uptime` in seconds. */
const systemMetrics = {
  cacheHitRate: z.number(),
  memoryUsage,
  uptime: z.number(),
  /** Tournaments, categories, athletes and matches in memory. */
  cacheSize: z.number(),
}
export const SystemMetrics = z.object(systemMetrics)
export type SystemMetrics = z.infer<typeof SystemMetrics>

/** Numbers only (quality/security.md A-06). */
export const SystemResponse = z.object({
  ...systemMetrics,
  cachedTournaments: z.number(),
  cacheReads: z.number(),
  cacheLoads: z.number(),
  residentMemory: z.number(),
  /** 99th percentile since the process started, in ms. */
  eventLoopDelay: z.number(),
  /** The course of three figures: a value every 30 s, oldest first, at most 60; the last is the current one. */
  trends: z.object({ hitRate: z.array(z.number()), heap: z.array(z.number()), entries: z.array(z.number()) }),
})
export type SystemResponse = z.infer<typeof SystemResponse>

/** `activeUsers`: active in the last 7 days (decision D32). */
export const DashboardResponse = z.object({
  success: z.literal(true),
  timestamp: z.string(),
  userStats: z.object({ totalUsers: z.number(), activeUsers: z.number() }),
  tournamentStats: z.object({
    totalTournaments: z.number(),
    liveTournaments: z.number(),
    upcomingTournaments: z.number(),
  }),
  athleteStats: z.object({ totalAthletes: z.number(), followedAthletes: z.number() }),
  shareableStats: z.object({ totalLinks: z.number(), activeLinks: z.number() }),
  systemMetrics: SystemMetrics,
  /** At most five, the most active first. */
  mostActiveUsers: z.array(
    z.object({
      userId: z.number(),
      username: z.string(),
      email: z.string(),
      tournamentsCount: z.number(),
      athletesCount: z.number(),
    }),
  ),
})
export type DashboardResponse = z.infer<typeof DashboardResponse>

export const AdminUser = z.object({
  id: z.number(),
  username: z.string(),
  email: z.string(),
  tournamentsCount: z.number(),
  athletesCount: z.number(),
  shareableLinksCount: z.number(),
  role: z.enum(['user', 'superadmin']),
  createdAt: z.string(),
  lastSeenAt: z.nullable(z.string()),
  /** False for id 1, the caller and the last administrator: they have no remove button (decision D11). */
  removable: z.boolean(),
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminTournament = z.object({
  id: z.number(),
  name: z.string(),
  status: z.enum(['live', 'upcoming', 'past']),
  location: z.nullable(z.string()),
  userCount: z.number(),
  athleteCount: z.number(),
  bjjCompSystemId: z.string(),
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  dateRange: z.nullable(z.string()),
  /** IANA name; null while unknown. `timezoneFixed`: an administrator has set it, and the source does not change it. */
  timezone: z.nullable(z.string()),
  timezoneFixed: z.boolean(),
  archived: z.boolean(),
})
export type AdminTournament = z.infer<typeof AdminTournament>

/** Most followed first. `lastUpdated`: the newest reading among the pages with the athlete's data; null for none. */
export const AdminAthlete = z.object({
  id: z.number(),
  name: z.string(),
  team: z.nullable(z.string()),
  belt: z.nullable(z.string()),
  tournamentName: z.string(),
  followCount: z.number(),
  lastUpdated: z.nullable(z.string()),
})
export type AdminAthlete = z.infer<typeof AdminAthlete>

/**
 * `isActive`: enabled and not expired. The counts are those of the owner's current follows, which the link shows (decision
 * D12).
 */
export const AdminLink = z.object({
  id: z.number(),
  title: z.nullable(z.string()),
  username: z.string(),
  isActive: z.boolean(),
  athleteCount: z.number(),
  tournamentCount: z.number(),
  createdAt: z.string(),
  expiresAt: z.string(),
})
export type AdminLink = z.infer<typeof AdminLink>

export const AdminUsers = z.array(AdminUser)
export const AdminTournaments = z.array(AdminTournament)
export const AdminAthletes = z.array(AdminAthlete)
export const AdminLinks = z.array(AdminLink)

/** `usersCleared`: the number of users from whose lists the tournament was removed. */
export const RemovedTournament = z.object({ success: z.literal(true), usersCleared: z.number() })

export const TimezoneBody = z.object({
  timezone: z
    .string()
    .check(z.maxLength(64, adminTexts.zone), z.regex(/^(?:UTC|[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+)$/, adminTexts.zone)),
})
export const TimezoneResponse = z.object({ success: z.literal(true), tournament: AdminTournament })

/** All recorded actions (quality/security.md A-05). 'forbidden' and 'too-many' are responses 403 and 429. */
const auditActions = [
  'login',
  'login-failed',
  'forbidden',
  'too-many',
  'remove-user',
  'remove-tournament',
  'remove-link',
  'set-timezone',
  'switch-source',
  'repair-athlete',
  'not-recorded',
] as const

export const AuditQuery = z.object({
  /** Only rows older than the one with this id; 0: from the newest. */
  before: z._default(
    z.coerce.number(adminTexts.before).check(z.int(adminTexts.before), z.minimum(0, adminTexts.before)),
    0,
  ),
  limit,
  action: z._default(z.enum(['all', ...auditActions]), 'all'),
})
export const AuditEntry = z.object({
  id: z.number(),
  at: z.string(),
  action: z.enum(auditActions),
  /** Null without a session. The name is null when the account was removed. */
  actorUserId: z.nullable(z.number()),
  actorName: z.nullable(z.string()),
  /** 'user 7', 'tournament 12', 'GET /api/admin/users', or the email address of a failed login. */
  target: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** In English: a sentence (the new zone, the reason of a refusal), or the mere name of what was removed. */
  detail: z.nullable(z.string()),
  /** The same as a code with values; null for a mere name, and for rows stored before the codes existed. */
  note: z.nullable(AuditNote),
})
export type AuditEntry = z.infer<typeof AuditEntry>
/** Newest first. Rows are deleted after 90 days. */
export const AuditResponse = z.object({ success: z.literal(true), entries: z.array(AuditEntry), total: z.number() })
export type AuditResponse = z.infer<typeof AuditResponse>
