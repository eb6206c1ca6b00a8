// The tables as TypeScript sees them. The SQL in migrations/ makes them; a test holds both against each other.
// Column names are the property names in snake_case (drizzle's `casing`, set in database.ts).
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  pgView,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Match } from '#domain/match.ts'
import type { Page } from '#domain/page.ts'
import type { Problem } from '#domain/reading.ts'
import type { Change } from '#domain/tournament-state.ts'
import type { ImportProgress, Placement, TournamentStatus } from '#domain/tournament.ts'
import type { Doubt } from './guard.ts'
import type { Trace } from './merge-trace.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const id = () => integer().primaryKey().generatedByDefaultAsIdentity()
const longId = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const long = () => bigint({ mode: 'number' })
const instant = () => timestamp({ withTimezone: true })
const created = () => instant().notNull().defaultNow()

// Accounts

export const users = pgTable('users', {
  id: id(),
  username: text().notNull(),
  email: text().notNull(),
  password: text().notNull(),
  role: text({ enum: ['user', 'superadmin'] })
    .notNull()
    .default('user'),
  createdAt: created(),
  lastSeenAt: instant(),
  followVersion: integer().notNull().default(0),
})

export const sessions = pgTable('sessions', {
  id: longId(),
  tokenHash: bytea().notNull(),
  userId: integer().notNull(),
  remember: boolean().notNull(),
  createdAt: created(),
  lastUsedAt: created(),
  userAgent: text(),
  ip: text(),
})

export const userEvents = pgTable('user_events', {
  id: longId(),
  at: created(),
  kind: text({ enum: ['follows', 'session-ended'] }).notNull(),
  userId: integer().notNull(),
  sessionId: long(),
})

export const passwordResetTokens = pgTable('password_reset_tokens', {
  id: id(),
  userId: integer().notNull(),
  token: text().notNull(),
  expiresAt: instant().notNull(),
  used: boolean().notNull().default(false),
  createdAt: created(),
})

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: long(),
})

export const audit = pgTable('audit', {
  id: longId(),
  at: created(),
  actorUserId: integer(),
  action: text().notNull(),
  target: text(),
  ip: text(),
  requestId: text(),
  detail: jsonb().$type<Record<string, unknown>>().notNull().default({}),
})

// Tournaments

export const tournaments = pgTable('tournaments', {
  id: id(),
  bjjCompSystemId: text().notNull(),
  name: text().notNull(),
  orderOfFightsUrl: text(),
  bracketsUrl: text(),
  logoUrl: text(),
  startsOn: date(),
  endsOn: date(),
  dateRange: text(),
  location: text(),
  venue: text(),
  city: text(),
  state: text(),
  country: text(),
  timezone: text(),
  timezoneFixed: boolean().notNull().default(false),
  status: text().$type<TournamentStatus>().notNull().default('upcoming'),
  import: jsonb().$type<ImportProgress>().notNull(),
  archivedAt: instant(),
  createdAt: created(),
  seq: long().notNull().default(0),
  epoch: text().notNull(),
  fence: long().notNull().default(0),
  rosterHash: text(),
})

export const tournamentDays = pgTable('tournament_days', {
  id: id(),
  tournamentId: integer().notNull(),
  bjjCompSystemId: text().notNull(),
  dayNumber: integer().notNull(),
  dayName: text().notNull(),
  weekday: text().notNull(),
  date: date(),
  matsCount: integer().notNull(),
  bjjCompSystemUrl: text().notNull(),
})

export const categories = pgTable('categories', {
  id: id(),
  tournamentId: integer().notNull(),
  bjjCompSystemId: text().notNull(),
  division: text().notNull(),
  age: text().notNull(),
  gender: text().notNull(),
  belt: text().notNull(),
  weight: text().notNull(),
  state: text({ enum: ['none', 'bracket', 'finished'] }).notNull(),
  placements: jsonb().$type<Placement[]>().notNull().default([]),
})

export const athletes = pgTable('athletes', {
  id: id(),
  tournamentId: integer().notNull(),
  bjjCompSystemId: text().notNull(),
  name: text().notNull(),
  folded: text().notNull(),
  belt: text(),
  team: text(),
  division: text(),
  listed: boolean().notNull(),
  rostered: boolean().notNull().default(false),
  createdAt: created(),
  lastUpdated: created(),
})

export const entries = pgTable('entries', {
  categoryId: integer().notNull(),
  athleteId: integer().notNull(),
  tournamentId: integer().notNull(),
  seed: integer(),
})

export const fights = pgTable('fights', {
  id: id(),
  tournamentId: integer().notNull(),
  categoryId: integer(),
  division: text().notNull(),
  matchNumber: integer(),
  round: text(),
  sides: jsonb().$type<Match['sides']>().notNull(),
  competitorA: text().generatedAlwaysAs(sql``),
  competitorB: text().generatedAlwaysAs(sql``),
  date: date(),
  time: text(),
  scheduledAt: instant(),
  mat: integer(),
  fightNumber: integer(),
  board: text().$type<Match['board']>().notNull(),
  boardRank: integer(),
  rawStatus: text().$type<NonNullable<Match['rawStatus']>>(),
  outcome: jsonb().$type<NonNullable<Match['outcome']>>(),
  moves: jsonb().$type<Match['moves']>().notNull().default([]),
  trace: jsonb().$type<Trace>().notNull(),
  createdAt: created(),
  updatedAt: created(),
})

export const changeLog = pgTable('change_log', {
  tournamentId: integer().notNull(),
  seq: long().notNull(),
  at: instant().notNull(),
  payload: jsonb().$type<Change>().notNull(),
})

export const listedTournaments = pgTable('listed_tournaments', {
  bjjCompSystemId: text().primaryKey(),
  name: text().notNull(),
  logoUrl: text(),
  dayId: text(),
  startsOn: date(),
  endsOn: date(),
  city: text(),
  state: text(),
  country: text(),
  available: boolean().notNull().default(false),
  seenAt: instant().notNull(),
  homeSeenAt: instant(),
})

// Follows and shared links

export const userTournaments = pgTable('user_tournaments', {
  id: id(),
  userId: integer().notNull(),
  tournamentId: integer().notNull(),
  addedAt: created(),
})

export const userFollowedAthletes = pgTable('user_followed_athletes', {
  id: id(),
  userId: integer().notNull(),
  athleteId: integer().notNull(),
  createdAt: created(),
  notes: text().notNull().default(''),
  tags: text().array().notNull().default([]),
  notificationsEnabled: boolean().notNull().default(true),
  smsNotifications: boolean().notNull().default(false),
  emailNotifications: boolean().notNull().default(true),
})

export const shareableLinks = pgTable('shareable_links', {
  id: id(),
  userId: integer().notNull(),
  linkId: text().notNull(),
  title: text(),
  createdAt: created(),
  expiresAt: instant().notNull(),
  isActive: boolean().notNull().default(true),
})

// Reading the source

export const pages = pgTable('pages', {
  key: text().primaryKey(),
  kind: text().$type<Page['kind']>().notNull(),
  tournamentId: integer(),
  page: jsonb().$type<Page>().notNull(),
  state: text({ enum: ['new', 'ok', 'stale', 'quarantined', 'down', 'gone'] })
    .notNull()
    .default('new'),
  attemptedAt: instant(),
  fetchedAt: instant(),
  changedAt: instant(),
  nextAt: instant(),
  failures: integer().notNull().default(0),
  unchanged: integer().notNull().default(0),
  bodyHash: text(),
  recordedSeq: long(),
  doubt: jsonb().$type<Doubt>(),
  problems: jsonb().$type<Problem[]>().notNull().default([]),
  lastStatus: integer(),
  lastError: text(),
  lastBytes: integer(),
  lastMs: integer(),
  everyMs: integer(),
  rev: long()
    .notNull()
    .default(sql`nextval('pages_rev')`),
})

export const pageBodies = pgTable('page_bodies', {
  id: longId(),
  key: text().notNull(),
  tournamentId: integer(),
  at: instant().notNull(),
  problems: jsonb().$type<Problem[]>().notNull(),
  body: bytea().notNull(),
})

export const sourceRequests = pgTable('source_requests', {
  id: longId(),
  at: instant().notNull(),
  key: text().notNull(),
  tournamentId: integer(),
  purpose: text().notNull(),
  status: integer(),
  ms: integer().notNull(),
  bytes: integer().notNull(),
  outcome: text().notNull(),
  error: text(),
})

export const leases = pgTable('leases', {
  name: text().primaryKey(),
  holder: text().notNull(),
  fence: long().notNull(),
  expiresAt: instant().notNull(),
})

export const budgets = pgTable('budgets', {
  host: text().primaryKey(),
  tokens: doublePrecision().notNull(),
  refilledAt: instant().notNull(),
  day: date().notNull(),
  spentToday: integer().notNull().default(0),
  bytesToday: long().notNull().default(0),
  blockedUntil: instant(),
  failures: integer().notNull().default(0),
})

export const budgetSlots = pgTable('budget_slots', {
  id: uuid().primaryKey().defaultRandom(),
  host: text().notNull(),
  holder: text().notNull(),
  expiresAt: instant().notNull(),
})

export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: created(),
  updatedBy: integer(),
})

export const asks = pgTable('asks', {
  id: longId(),
  kind: text().notNull(),
  target: text().notNull(),
  askedBy: integer(),
  askedAt: instant().notNull(),
  state: text({ enum: ['waiting', 'running', 'done', 'failed'] })
    .notNull()
    .default('waiting'),
  claimedBy: text(),
  claimedAt: instant(),
  finishedAt: instant(),
  result: jsonb(),
})

export const presence = pgTable('presence', {
  node: text().notNull(),
  tournamentId: integer().notNull(),
  viewers: integer().notNull(),
  seenAt: instant().notNull(),
})

// The specification's records under their own names (migrations/005-views.sql)

/** A fight from the side of one athlete. */
export const matches = pgView('matches', {
  id: integer().notNull(),
  athleteId: integer().notNull(),
  tournamentId: integer().notNull(),
  matchId: integer().notNull(),
  round: text(),
  division: text().notNull(),
  category: text(),
  opponent: text(),
  opponentTeam: text(),
  opponentBjjCompSystemId: text(),
  result: text(),
  method: text(),
  submissionType: text(),
  points: integer(),
  advantages: integer(),
  penalties: integer(),
  time: text(),
  scheduledTime: text(),
  scheduledDateTime: instant(),
  date: date(),
  timeSlot: text(),
  mat: integer(),
  fightNumber: integer(),
  status: text().notNull(),
  isUpcoming: boolean().notNull(),
  winner: text(),
  loser: text(),
  createdAt: instant().notNull(),
  updatedAt: instant().notNull(),
  scrapedAt: instant().notNull(),
}).existing()

/** An athlete with its state and its number of fights. */
export const athleteRecords = pgView('athlete_records', {
  id: integer().notNull(),
  tournamentId: integer().notNull(),
  bjjCompSystemId: text().notNull(),
  name: text().notNull(),
  belt: text(),
  team: text(),
  division: text(),
  currentStatus: text().notNull(),
  totalMatches: integer().notNull(),
  createdAt: instant().notNull(),
  lastUpdated: instant().notNull(),
}).existing()

/** A follow with the athlete's figures. */
export const followedAthleteData = pgView('followed_athlete_data', {
  id: integer().notNull(),
  userId: integer().notNull(),
  athleteId: integer().notNull(),
  name: text().notNull(),
  bjjCompSystemId: text().notNull(),
  currentTournamentId: integer().notNull(),
  orderOfFightsUrl: text(),
  division: text(),
  weightClass: text(),
  belt: text(),
  team: text(),
  totalMatches: integer().notNull(),
  completedMatches: integer().notNull(),
  wins: integer().notNull(),
  losses: integer().notNull(),
  draws: integer().notNull(),
  submissions: integer().notNull(),
  points: integer().notNull(),
  advantages: integer().notNull(),
  averageMatchDuration: doublePrecision(),
  submissionRate: doublePrecision(),
  winRate: doublePrecision(),
  nextMatchTime: instant(),
  currentStatus: text().notNull(),
  bracketPosition: integer(),
  notificationsEnabled: boolean().notNull(),
  smsNotifications: boolean().notNull(),
  emailNotifications: boolean().notNull(),
  lastUpdated: instant().notNull(),
  createdAt: instant().notNull(),
  notes: text().notNull(),
  tags: text().array().notNull(),
  scrapedData: jsonb().notNull(),
  lastScrapedAt: instant(),
}).existing()
