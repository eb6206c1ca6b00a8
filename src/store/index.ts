// What is remembered: the schema, the one writer of tournament data (record.ts, from readings by #reconcile), the change
// log, each process's projection of the active tournaments, and accounts with what each user watches. All SQL is here.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { createAccounts, type Accounts } from './accounts/accounts.ts'
import { createAdministration, type Administration } from './admin/administration.ts'
import { openAsks, type Asks } from './jobs/asks.ts'
import { openAudit, type Audit } from './admin/audit.ts'
import { createBudget, type Budget } from './jobs/budget.ts'
import { openDatabase } from './database.ts'
import { createEmailLinks, type EmailLinks } from './accounts/email-links.ts'
import { createFollowFacts, type FollowFactsReader } from './admin/follow-facts.ts'
import { createFollows, type Follows } from './accounts/follows.ts'
import { createLeases, type Leases } from './jobs/leases.ts'
import { createLogos, type Logos } from './tournaments/logos.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { createMails, type Mails } from './jobs/mails.ts'
import { releaseLeftBehind } from './jobs/left-behind.ts'
import { migrate } from './migrate.ts'
import { createPages, type Pages } from './tournaments/pages.ts'
import { openProjection, type Projection } from './tournaments/projection.ts'
import { createPush, type Push } from './jobs/push.ts'
import { createRecorder, type Recorder } from './tournaments/record.ts'
import { createRecovery, type Recovery } from './accounts/recovery.ts'
import { createSessions, type Sessions } from './accounts/sessions.ts'
import { openSettings, type Settings } from './admin/settings.ts'
import { createShareLinks, type ShareLinks } from './accounts/share-links.ts'
import { createSourceStatus, type SourceStatus } from './admin/source-status.ts'
import { createTournaments, type Tournaments } from './tournaments/tournaments.ts'
import { updateUsernameSkeletons } from './accounts/username-skeletons.ts'
import { openUserEvents } from './accounts/user-events.ts'
import { createWatches, type Watches } from './tournaments/watch.ts'

export { openPool } from './postgres/pool.ts'
export type { Sql } from './database.ts'
export type { Account } from './accounts/account.ts'
export { administratorId } from './accounts/accounts.ts'
export type { Refused } from './accounts/email-addresses.ts'
export type { Actor, AuditEvent } from './admin/audit.ts'
export type { FactPage, FollowFacts } from './admin/follow-facts.ts'
export type { Watched } from './accounts/watched.ts'
export type { Held } from './tournaments/held-tournament.ts'
export { tournamentLease } from './jobs/leases.ts'
export { type DueLogo, refusedImage } from './tournaments/logos.ts'
export type { Administrator } from './admin/removals.ts'
export type { NewAlert, TakenAlert } from './jobs/alerts.ts'
export { type Job, jobLease, type JobQueue } from './jobs/jobs.ts'
export type { AlertFollower, Told } from './jobs/push-told.ts'
export type { KeptMail, MailToSend, TakenMail } from './jobs/mails.ts'
export { claimDatabase, demoAccountsSetting, type DemoSigns, endDemo, type Purpose } from './purpose.ts'
export type { Session } from './accounts/sessions.ts'
export { sourceOff } from './admin/settings.ts'
export { settleRestored } from './settle-restored.ts'
export type { SharedLink } from './accounts/share-links.ts'

export type Store = {
  /** The only writer of tournament data. */
  recorder: Recorder
  tournaments: Tournaments
  projection: Projection
  accounts: Accounts
  sessions: Sessions
  emailLinks: EmailLinks
  recovery: Recovery
  /** What waits of mails, alerts and read requests. */
  jobs: Jobs
  mails: Mails
  push: Push
  follows: Follows
  shareLinks: ShareLinks
  pages: Pages
  logos: Logos
  leases: Leases
  budget: Budget
  settings: Settings
  asks: Asks
  watch: Watches
  administration: Administration
  sourceStatus: SourceStatus
  followFacts: FollowFactsReader
  audit: Audit
  /** Frees what a process of this name held when it was killed; only where no living process bears the name. */
  releaseLeftBehind(holder: string): Promise<void>
  /** True when the database answers within the time that users are kept waiting. */
  isReachable(): Promise<boolean>
  close(): Promise<void>
}

export type StoreOptions = {
  databaseUrl: string
  clock: Clock
  log?: Log
  /** Where links to the source's own pages lead: an origin without a slash at its end. */
  sourceUrl?: string
  /** Encrypts what is kept for its owner alone; without it none of that is kept. */
  secretKey?: Buffer | undefined
  /** Connections for users' requests; the recorder and the doorbells have a few more. */
  poolSize?: number
}

const realSource = 'https://www.bjjcompsystem.com'
const hour = 3_600_000
/** Longer than any client resumes from, and long enough to look into what happened on a weekend. */
const logKept = '7 days'

/** Brings the schema up to date, connects, and starts to follow the change log; `projection.ready()` tells when it is held. */
export async function openStore({
  databaseUrl,
  clock,
  log,
  sourceUrl = realSource,
  poolSize,
  secretKey,
}: StoreOptions): Promise<Store> {
  await migrate(databaseUrl)
  const database = openDatabase(databaseUrl, poolSize === undefined ? {} : { poolSize })
  const { sql, slowSql } = database
  await updateUsernameSkeletons(sql)
  const origin = sourceUrl.replace(/\/+$/, '')
  await pointLinksTo(origin)
  const tournaments = createTournaments(database, clock, origin)
  const projection = await openProjection({ database, clock, log, setStatus: tournaments.setStatus })
  const events = openUserEvents(sql, clock, (problem) =>
    log?.warn({ err: problem }, 'changes of users could not be read'),
  )
  const sessions = createSessions(sql, clock, events)
  const jobs = createJobs(sql)
  const { mails, queue: mailQueue } = createMails(sql, jobs)
  const shareLinks = createShareLinks({ sql, clock, log, secretKey })
  const emailLinks = createEmailLinks(sql, events, mailQueue)
  const asks = await openAsks(database, clock, projection.catchUp)
  const settings = await openSettings(database)
  const logos = createLogos(database, clock)
  const audit = openAudit(sql, clock, log)
  const cleaning = clock.every(hour, async () => {
    await slowSql`delete from change_log where at < now() - ${logKept}::interval`.catch((error: unknown) =>
      log?.warn({ err: error }, 'the change log was not trimmed'),
    )
    await logos.tidy().catch((error: unknown) => log?.warn({ err: error }, 'unused logos were not removed'))
    await emailLinks
      .sweep()
      .catch((error: unknown) => log?.warn({ err: error }, 'old links for addresses were not deleted'))
  })
  return {
    recorder: createRecorder(database, clock, origin),
    tournaments,
    projection,
    accounts: createAccounts(sql, events, mailQueue),
    sessions,
    emailLinks,
    recovery: createRecovery(sql, events, mailQueue),
    jobs,
    mails,
    push: createPush(sql, jobs),
    follows: createFollows(sql, events),
    shareLinks,
    pages: createPages(sql),
    logos,
    leases: createLeases(sql),
    budget: createBudget(sql, clock),
    settings,
    asks,
    watch: createWatches(sql),
    administration: createAdministration(sql, events, audit, shareLinks.settled),
    sourceStatus: createSourceStatus(sql, clock),
    followFacts: createFollowFacts(sql),
    audit,
    releaseLeftBehind: (holder) => releaseLeftBehind(sql, holder),
    isReachable: () =>
      sql`select 1`.then(
        () => true,
        () => false,
      ),
    async close() {
      await cleaning.stop()
      await projection.close()
      await asks.close()
      settings.close()
      await audit.close()
      await shareLinks.close()
      await sessions.close()
      await events.close()
      await database.close()
    },
  }

  /** The source may have moved since its links were stored: a simulator on another port, say. */
  async function pointLinksTo(to: string): Promise<void> {
    await sql`
      update tournaments set
        order_of_fights_url = regexp_replace(order_of_fights_url, '^https?://[^/]+', ${to}),
        brackets_url = regexp_replace(brackets_url, '^https?://[^/]+', ${to})
      where not starts_with(brackets_url, ${`${to}/`})`
    await sql`
      update tournament_days set bjj_comp_system_url = regexp_replace(bjj_comp_system_url, '^https?://[^/]+', ${to})
      where not starts_with(bjj_comp_system_url, ${`${to}/`})`
  }
}
