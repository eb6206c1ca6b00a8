// The composition root: reads the configuration, opens what the roles of this process need, connects the modules, and prints the
// address. `--roles=web` serves people, `--roles=ingest` reads the source; one process does both by default.
import { mailboxPath } from '#api'
import { build, describeBuild } from '#platform/build.ts'
import { systemClock } from '#platform/clock.ts'
import { type Config, findMisspeltVariables, isCheck, requireConfig } from '#platform/config.ts'
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server.ts'
import { type Lifecycle, runProcess, type RunningProcess } from '#platform/lifecycle.ts'
import { createAnnouncer, createLog, logWarnings } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { findOrCreateSecretKey } from '#platform/secret-key.ts'
import { explainDatabaseError, StartError } from '#platform/start-error.ts'
import { bjjcompsystem } from '#sources'
import { findDatabaseProblems, openStore, type Store } from '#store'
import { checkConfiguration } from './check.ts'
import { compareSecretKey } from './compare-secret-key.ts'
import { seedDemo, seedDemoAccounts } from './demo.ts'
import { serveIngestPort } from './ingest-port.ts'
import { makeAdministrator, reserveDatabase } from './own-database.ts'
import type { RunningSimulator } from './simulator-process.ts'
import { embeddedNodeId, openSource, readSource, type SourcePlace } from './source.ts'
import { measureStore } from './store-metrics.ts'
import { serveWeb } from './web.ts'

const log = createLog('info')
const announce = createAnnouncer(log, process)

if (isCheck()) process.exitCode = await checkConfiguration()
else {
  logWarnings(log, process)
  await runProcess({ log, announce }, start)
}

async function start(lifecycle: RunningProcess): Promise<void> {
  const config = requireConfig()
  log.level = config.logLevel
  announceVersion(config)
  for (const sentence of findMisspeltVariables()) announce('warn', sentence)
  // First, because this locks the data directory.
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, lifecycle)).url
  if (config.databaseUrl !== undefined) await requireUsableDatabase(config.databaseUrl)
  // Before reserveDatabase, which marks the database as a demo's: if the simulator cannot start, it must not be marked.
  const place = await openSource(config, lifecycle, log)
  await reserveDatabase(config, databaseUrl, announce).catch((error: unknown) => rethrowExplained(config, error))
  const store = await connect(config, databaseUrl, place, lifecycle)
  const parts = { config, place, store, lifecycle, log, metrics: createMetrics() }
  measureStore(store, parts.metrics)
  const servesWeb = config.roles.includes('web')
  const ingestUrl = servesWeb ? undefined : await serveIngestPort(parts)
  if (config.roles.includes('ingest')) await readSource(parts)
  await makeAdministrator(store, config, announce)
  const demo = place.simulator && (await seedDemoAccounts(store, config.admin !== undefined))
  if (ingestUrl !== undefined) {
    const source = place.url ?? bjjcompsystem.origins.pages
    const sentence = `RollCall reads ${source}; health checks and metrics are at ${ingestUrl}`
    announce('info', sentence, { url: ingestUrl, port: portOf(ingestUrl) })
    return
  }
  const { url, origin } = await serveWeb(parts)
  announce('info', `RollCall is at ${origin}`, { url: origin, port: portOf(url) })
  if (place.simulator) announceDemo(origin, config, place.simulator, demo?.logins ?? [])
  else warnWithoutEmails(config)
  const [shownTournament] = place.simulator?.live ?? []
  const coach = demo?.coach
  if (shownTournament && coach !== undefined) {
    const { stopping } = lifecycle
    await seedDemo({ store, clock: systemClock, log, stopping, tournament: shownTournament.id, coach })
  }
}

/** Writes the first line of the log. It has the port unless that is chosen later; the line with the address always has it. */
function announceVersion({ roles, host, port, ingestPort }: Config): void {
  const fixedPort = roles.includes('web') ? port : ingestPort
  const fields = { ...build, roles, host, ...(fixedPort ? { port: fixedPort } : {}) }
  announce('info', `RollCall ${describeBuild(build)} starts (${roles.join(', ')})`, fields)
}

function portOf(url: string): number {
  return Number(new URL(url).port)
}

/** @throws StartError with one sentence for each reason. */
async function requireUsableDatabase(databaseUrl: string): Promise<void> {
  const problems = await findDatabaseProblems(databaseUrl).catch((error: unknown) => {
    throw explainDatabaseError(error)
  })
  if (problems.length > 0) throw new StartError(problems.join('\n'))
}

function startDatabase({ dataDir }: Config, { start, fail }: RunningProcess): Promise<DatabaseServer> {
  const onLost = (reason: string): void => fail(new StartError(`${reason} RollCall ends with it: start it again.`))
  return start('database', () => startDatabaseServer({ dataDir, onLost }))
}

async function connect(config: Config, databaseUrl: string, place: SourcePlace, lifecycle: Lifecycle): Promise<Store> {
  // A process that only reads the source encrypts nothing.
  const secretKey = config.roles.includes('web') ? findOrCreateSecretKey(config) : undefined
  const store = await openStore({
    databaseUrl,
    clock: systemClock,
    log,
    secretKey,
    ...(place.url === undefined ? {} : { sourceUrl: place.url }),
  }).catch((error: unknown) => rethrowExplained(config, error))
  await lifecycle.start('store', () => ({ [Symbol.asyncDispose]: () => store.close() }))
  if (secretKey) await compareSecretKey(store, secretKey, announce)
  if (config.databaseUrl === undefined) await store.releaseHeldBy(embeddedNodeId)
  return store
}

/** @throws the error, for the operator's own database as a StartError if the operator can act on it. */
function rethrowExplained(config: Config, error: unknown): never {
  throw config.databaseUrl === undefined ? error : explainDatabaseError(error)
}

function warnWithoutEmails({ smtpUrl }: Config): void {
  if (smtpUrl === undefined)
    announce('warn', 'RollCall cannot send emails, so nobody can reset a forgotten password: SMTP_URL is not set.')
}

/** Announces the simulator with its live tournaments, the `logins`, and the mailbox of a demo. */
function announceDemo(
  origin: string,
  { smtpUrl }: Config,
  simulator: RunningSimulator,
  logins: readonly string[],
): void {
  announce('info', `RollCall reads a simulated competition system at ${simulator.url}`)
  for (const { name } of simulator.live) announce('info', `  live now: ${name}`)
  for (const login of logins) announce('info', `Log in as ${login}`)
  if (smtpUrl === undefined) announce('info', `The emails of the demo are at ${origin}${mailboxPath}`)
  announce('info', 'Ctrl-C stops everything.')
}
