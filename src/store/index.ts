// The database: the schema, the only writer of readings (record.ts, merged by #reconcile), the change log, each process's
// projection of the active tournaments, accounts, and the queues. All SQL is here.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { explainSlowStatement } from '#platform/start-error.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createKnownDevices } from './accounts/known-devices.ts'
import { createClaims } from './accounts/claims.ts'
import { createEmailLinks } from './accounts/email-links.ts'
import { createFollowRules } from './accounts/follow-rules.ts'
import { createFollows } from './accounts/follows.ts'
import { createOfferAnnouncements } from './accounts/offer-announcements.ts'
import { createNewIds } from './accounts/new-ids.ts'
import { createPeople } from './accounts/people.ts'
import { createPushDevices } from './accounts/push-devices.ts'
import { createRateLimits } from './accounts/rate-limits.ts'
import { createRecovery } from './accounts/recovery.ts'
import { createSessions } from './accounts/sessions.ts'
import { createShareLinks } from './accounts/share-links.ts'
import { createStepPreferences } from './accounts/step-preferences.ts'
import { openUserEvents } from './accounts/user-events.ts'
import { updateUsernameSkeletons } from './accounts/username-skeletons.ts'
import { openAudit } from './admin/audit.ts'
import { createFollowFacts } from './admin/follow-facts.ts'
import { createLists } from './admin/lists.ts'
import { createRemovals } from './admin/removals.ts'
import { openSettings } from './admin/settings.ts'
import { createSourceStatus } from './admin/source-status.ts'
import { openDatabase, type Sql } from './database.ts'
import { createAlertDelivery } from './jobs/alert-delivery.ts'
import { createAlertQueue } from './jobs/alerts.ts'
import { createBudget } from './jobs/budget.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLeases, releaseHeldBy } from './jobs/leases.ts'
import { createEmails } from './jobs/emails.ts'
import { openReadRequests } from './jobs/read-requests.ts'
import { migrate } from './migrate.ts'
import { startRetention } from './retention.ts'
import { createDiscovery } from './tournaments/discovery.ts'
import { createDraws } from './tournaments/draws.ts'
import { createLogos } from './tournaments/logos.ts'
import { createMeetings } from './tournaments/meetings.ts'
import { createPages } from './tournaments/pages.ts'
import { openProjection } from './tournaments/projection.ts'
import { createRecorder, type OnAthletes } from './tournaments/record.ts'
import { createShownEstimates } from './tournaments/shown-estimates.ts'
import { updateTeamKeys } from './tournaments/team-keys.ts'
import { createTournaments } from './tournaments/tournaments.ts'
import { createWatches } from './tournaments/watch.ts'

export { type AnsweredStatement, observeStatements, openPool } from './postgres/pool.ts'
export { connectionsPerProcess, type Sql } from './database.ts'
export { findDatabaseProblems } from './database-problems.ts'
export type { Account } from './accounts/account.ts'
export type { Allowance } from './accounts/rate-limits.ts'
export { administratorId } from './accounts/accounts.ts'
export type { Refused } from './accounts/email-addresses.ts'
export type { Actor, AuditEvent } from './admin/audit.ts'
export type { FactPage, FollowFacts } from './admin/follow-facts.ts'
export type { FollowRule } from './accounts/follow-rules.ts'
export type { Watched } from './accounts/watched-cache.ts'
export type { ActiveTournament } from './tournaments/tournaments.ts'
export type { ShownEstimate } from './tournaments/shown-estimates.ts'
export type { Held } from './tournaments/held-tournament.ts'
export { listsLease, tournamentLease } from './jobs/leases.ts'
export type { DueRoster } from './tournaments/discovery.ts'
export { type DueLogo, refusedImage } from './tournaments/logos.ts'
export type { Administrator } from './admin/removals.ts'
export type { NewAlert, ClaimedAlert } from './jobs/alerts.ts'
export { type Job, jobLease, type JobQueue } from './jobs/jobs.ts'
export type {
  AlertFollower,
  Delivered,
  DeliveredState,
  Followers,
  Recipient,
  StepChoices,
} from './jobs/alert-delivery.ts'
export { type MailboxEmail, type EmailToSend, type ClaimedEmail, emailKinds } from './jobs/emails.ts'
export {
  claimDatabase,
  type DatabaseUse,
  demoAccountsSetting,
  type DemoIdentity,
  endDemo,
  findSchemas,
  inspectDatabase,
  type Purpose,
  resetAfterRestore,
} from './purpose.ts'
export type { Session } from './accounts/sessions.ts'
export { sourceOffSetting } from './admin/settings.ts'
export type { SharedLink } from './accounts/share-links.ts'

export type Store = Awaited<ReturnType<typeof openStore>>

type StoreOptions = {
  databaseUrl: string
  clock: Clock
  log?: Log
  /** The origin of links to the source's own pages, without a trailing slash. */
  sourceUrl?: string
  /** Encrypts identifiers of shared links for their owners; without a key, identifiers are not stored. */
  secretKey?: Buffer | undefined
}

const realSource = 'https://www.bjjcompsystem.com'
const hour = 3_600_000

/** Corrects what an earlier version, or another source, has left in the rows. */
async function correctRows(sql: Sql, origin: string): Promise<void> {
  await inTime('compare the usernames', updateUsernameSkeletons(sql))
  await inTime('correct the keys of teams', updateTeamKeys(sql))
  await inTime('correct the links to the source', pointLinksTo(sql, origin))
}

async function migrateInTime(databaseUrl: string, log: Log | undefined): Promise<void> {
  const unknown = await inTime('change its tables for this version', migrate(databaseUrl))
  if (unknown.length > 0)
    log?.warn(
      { migrations: unknown },
      'a newer version of RollCall has changed this database, and may not understand what this version writes. Start the newer version, or restore a backup from before its first start',
    )
}

/** Migrates the schema, connects, and starts following the change log; `projection.ready()` resolves when it has caught up. */
export async function openStore({ databaseUrl, clock, log, sourceUrl = realSource, secretKey }: StoreOptions) {
  await migrateInTime(databaseUrl, log)
  const database = openDatabase(databaseUrl)
  const { sql, slowSql } = database
  const origin = sourceUrl.replace(/\/+$/, '')
  await correctRows(slowSql, origin)
  const warn = (message: string) => (error: unknown) => log?.warn({ err: error }, message)
  const events = openUserEvents(sql, clock, warn('events about users could not be read; the next poll reads them'))
  const { emails, queue: emailQueue } = createEmails(sql)
  const alerts = createAlertQueue(sql)
  const onExpandError = warn('rules for teams could not be expanded; they are tried again within a minute')
  const followRules = createFollowRules({ database, events, clock, wake: alerts.wake, onError: onExpandError })
  const onOffersError = warn('offers of people could not be announced; open screens show them after the next load')
  const onEntryError = warn(
    'alerts about followed people in a tournament could not be queued; they are tried again within two minutes',
  )
  const people = createPeople({
    database,
    events,
    clock,
    expand: followRules.expand,
    wake: alerts.wake,
    onError: onEntryError,
  })
  const onNewIdsError = warn(
    'follows of athletes with a new id could not be moved; they are tried again within a minute',
  )
  const newIds = createNewIds({ database, events, clock, onError: onNewIdsError })
  const offerAnnouncements = createOfferAnnouncements({ database, events, onError: onOffersError })
  const tournaments = createTournaments({
    database,
    clock,
    sourceUrl: origin,
    onOverChanged: offerAnnouncements.ofTournament,
  })
  const projection = await openProjection({ database, clock, log, setStatus: tournaments.setStatus })
  const onAthletes: OnAthletes = async (tournamentId, athleteIds, before) => {
    // First, so that neither a rule nor an alert takes the new id for another person.
    await newIds.follow(tournamentId).catch(onNewIdsError)
    await followRules.expand(tournamentId).catch(onExpandError)
    await people.alertTo(tournamentId).catch(onEntryError)
    await offerAnnouncements.ofAthletes(athleteIds, before)
  }
  const sessions = createSessions(sql, clock, events)
  const shareLinks = createShareLinks({ sql, events, clock, log, secretKey })
  const emailLinks = createEmailLinks(sql, events, emailQueue)
  const readRequests = await openReadRequests(database, clock, projection.catchUp)
  const settings = await openSettings(database)
  const logos = createLogos(database, clock)
  const audit = openAudit(sql, clock, log)
  const logoTidying = clock.every(hour, () => logos.tidy().catch(warn('unused logos could not be deleted')))
  const retention = startRetention({ sql: slowSql, clock, log, setStatus: tournaments.setStatus })
  return {
    /** The only writer of readings. */
    recorder: createRecorder({ database, clock, sourceUrl: origin, onAthletes }),
    tournaments,
    discovery: createDiscovery(database, clock, origin),
    projection,
    accounts: createAccounts(sql, events, emailQueue),
    sessions,
    emailLinks,
    recovery: createRecovery(sql, events, emailQueue),
    rateLimits: createRateLimits(sql, clock),
    knownDevices: createKnownDevices(secretKey),
    follows: createFollows(sql, events),
    followRules,
    people,
    shareLinks,
    stepPreferences: createStepPreferences(sql, events),
    claims: createClaims(events),
    /** Figures of the queues of emails, alerts and read requests. */
    jobs: createJobs(sql),
    emails,
    /** Alerts: devices, delivered state, queue. */
    push: {
      ...createPushDevices(sql, events, emailQueue),
      delivery: createAlertDelivery(sql, alerts.wake),
      queue: alerts,
    },
    shownEstimates: createShownEstimates(sql),
    draws: createDraws(sql),
    meetings: createMeetings(sql),
    pages: createPages(sql),
    logos,
    leases: createLeases(sql),
    budget: createBudget(sql, clock),
    settings,
    readRequests,
    watch: createWatches(sql, events),
    administration: {
      ...createLists(sql),
      ...createRemovals({ sql, events, audit, offerAnnouncements, shareLinks }),
    },
    sourceStatus: createSourceStatus(sql, clock),
    followFacts: createFollowFacts(sql),
    audit,
    /** Releases what a killed process with this name held; no running process may use the name. */
    releaseHeldBy: (holder: string) => releaseHeldBy(sql, holder),
    /** Its connections at present, by pool. */
    connections: database.figures,
    /** True if the database answers within the timeout of users' requests, and accepts writes. */
    isReachable: database.isReachable,
    async close(): Promise<void> {
      await logoTidying.stop()
      await retention.stop()
      await projection.close()
      await offerAnnouncements.close()
      await readRequests.close()
      settings.close()
      await audit.close()
      await followRules.close()
      await people.close()
      await newIds.close()
      await shareLinks.close()
      await sessions.close()
      await events.close()
      await database.close()
    },
  }
}

/** @throws StartError if a statement of the start took too long. */
const inTime = <Result>(task: string, work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw explainSlowStatement(error, task)
  })

/** Updates stored links if the source's origin has changed, such as a simulator's port. */
async function pointLinksTo(sql: Sql, to: string): Promise<void> {
  await sql`
    update tournaments set
      order_of_fights_url = regexp_replace(order_of_fights_url, '^https?://[^/]+', ${to}),
      brackets_url = regexp_replace(brackets_url, '^https?://[^/]+', ${to})
    where not starts_with(brackets_url, ${`${to}/`})`
  await sql`
    update tournament_days set bjj_comp_system_url = regexp_replace(bjj_comp_system_url, '^https?://[^/]+', ${to})
    where not starts_with(bjj_comp_system_url, ${`${to}/`})`
}
