// What is remembered: the schema, the one writer of tournament data (record.ts, from readings by #reconcile), the change
// log, each process's projection of the active tournaments, and accounts with what each user watches. All SQL is here.
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { createAccounts, type Accounts } from './accounts.ts'
import { createAdministration, type Administration } from './administration.ts'
import { openAsks, type Asks } from './asks.ts'
import { openAudit, type Audit } from './audit.ts'
import { createBudget, type Budget } from './budget.ts'
import { openDatabase } from './database.ts'
import { createEmailLinks, type EmailLinks } from './email-links.ts'
import { createFollowFacts, type FollowFactsReader } from './follow-facts.ts'
import { createFollows, type Follows } from './follows.ts'
import { createLeases, type Leases } from './leases.ts'
import { createLogos, type Logos } from './logos.ts'
import { createMails, type Mails } from './mails.ts'
import { releaseLeftBehind } from './left-behind.ts'
import { migrate } from './migrate.ts'
import { createPages, type Pages } from './pages.ts'
import { openProjection, type Projection } from './projection.ts'
import { createPush, type Push } from './push.ts'
import { createRecorder, type Recorder } from './record.ts'
import { createRecovery, type Recovery } from './recovery.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { openSettings, type Settings } from './settings.ts'
import { createShareLinks, type ShareLinks } from './share-links.ts'
import { createSourceStatus, type SourceStatus } from './source-status.ts'
import { createTournaments, type Tournaments } from './tournaments.ts'
import { updateUsernameSkeletons } from './username-skeletons.ts'
import { openUserEvents } from './user-events.ts'
import { createWatches, type Watches } from './watch.ts'

export { openPool } from './postgres/pool.ts'
export type { Sql } from './database.ts'
export { type Account, administratorId } from './accounts.ts'
export type { Refused } from './email-addresses.ts'
export type { Actor, AuditEvent } from './audit.ts'
export type { FactPage, FollowFacts } from './follow-facts.ts'
export type { Watched } from './follows.ts'
export type { Held } from './held-tournament.ts'
export { tournamentLease } from './leases.ts'
export { type DueLogo, refusedImage } from './logos.ts'
export type { Administrator } from './removals.ts'
export type { NewAlert, TakenAlert } from './push-queue.ts'
export type { AlertFollower, Told } from './push-told.ts'
export type { KeptMail, MailToSend, TakenMail } from './mails.ts'
export { claimDatabase, demoAccountsSetting, type DemoSigns, endDemo, type Purpose } from './purpose.ts'
export type { Session } from './sessions.ts'
export { sourceOff } from './settings.ts'
export { settleRestored } from './settle-restored.ts'
export type { SharedLink } from './share-links.ts'

export type Store = {
  /** The only writer of tournament data. */
  recorder: Recorder
  tournaments: Tournaments
  projection: Projection
  accounts: Accounts
  sessions: Sessions
  emailLinks: EmailLinks
  recovery: Recovery
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
  const { mails, queue: mailQueue } = createMails(sql)
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
    mails,
    push: createPush(sql),
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
