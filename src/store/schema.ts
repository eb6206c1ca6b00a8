// The tables whose rows become entities, as TypeScript sees them. The whole schema is the SQL in migrations/; column names
// are the property names in snake_case (drizzle's `casing`, set in database.ts).
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Match } from '#domain/match.ts'
import type { MatchHistory } from '#domain/match-history.ts'
import type { ImportProgress, Placement, TournamentStatus } from '#domain/tournament.ts'
import type { Trace } from '#reconcile'

const id = () => integer().primaryKey().generatedByDefaultAsIdentity()
const long = () => bigint({ mode: 'number' })
const instant = () => timestamp({ withTimezone: true })
const created = () => instant().notNull().defaultNow()

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
  historySeq: long().notNull().default(0),
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

export const matchHistories = pgTable('match_histories', {
  matchId: integer().primaryKey(),
  tournamentId: integer().notNull(),
  seq: long().notNull(),
  headOfMat: jsonb().$type<NonNullable<MatchHistory['headOfMat']>>(),
  leftBoard: jsonb().$type<NonNullable<MatchHistory['leftBoard']>>(),
  start: jsonb().$type<NonNullable<MatchHistory['start']>>(),
  plan: jsonb().$type<NonNullable<MatchHistory['plan']>>(),
})

/** As far as others than pages.ts ask for it. */
export const pages = pgTable('pages', { key: text().primaryKey(), fetchedAt: instant() })
