// The composition root: reads the configuration, opens what the roles of this process need, connects the modules, and prints the
// address. `--roles=web` serves people, `--roles=ingest` reads the source; one process does both by default.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mailboxPath } from '#api'
import { systemClock } from '#platform/clock.ts'
import { type Config, findMisspeltVariables, isCheck, requireConfig } from '#platform/config.ts'
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server.ts'
import { type Lifecycle, runProcess, type RunningProcess } from '#platform/lifecycle.ts'
import { createAnnouncer, createLog, logWarnings } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { findSecretKey } from '#platform/secret-key.ts'
import { explainDatabaseError, StartError } from '#platform/start-error.ts'
import { bjjcompsystem } from '#sources'
import { findDatabaseProblems, openStore, type Store } from '#store'
import { checkConfiguration } from './check.ts'
import { compareSecretKey } from './compare-secret-key.ts'
import { seedDemo, seedDemoAccounts } from './demo.ts'
import { serveIngestPort } from './ingest-port.ts'
import { makeAdministrator, requireOwnDatabase } from './own-database.ts'
import { root } from './root.ts'
import { findSource, onlyNode, readSource, type SourcePlace } from './source.ts'
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
  // Before the database is marked as a demo's, which a start without a simulator cannot be.
  const place = await findSource(config, lifecycle, log)
  await requireOwnDatabase(config, databaseUrl, announce).catch((error: unknown) => refuseDatabase(config, error))
  const store = await connect(config, databaseUrl, place, lifecycle)
  const parts = { config, place, store, lifecycle, log, metrics: createMetrics() }
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
  announceDemo(origin, config, place, demo?.logins ?? [])
  const [shown] = place.simulator?.live ?? []
  const coach = demo?.coach
  if (shown && coach !== undefined)
    await seedDemo({ store, clock: systemClock, log, stopping: lifecycle.stopping, tournament: shown.id, coach })
}

/** Writes the first line of the log. A port that the start chooses is not known yet; the line with the address has it. */
function announceVersion({ roles, host, port, ingestPort }: Config): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const fixed = roles.includes('web') ? port : ingestPort
  const fields = { version, roles, host, ...(fixed ? { port: fixed } : {}) }
  announce('info', `RollCall ${version} starts (${roles.join(', ')})`, fields)
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
  const secretKey = config.roles.includes('web') ? findSecretKey(config) : undefined
  const store = await openStore({
    databaseUrl,
    clock: systemClock,
    log,
    secretKey,
    ...(place.url === undefined ? {} : { sourceUrl: place.url }),
  }).catch((error: unknown) => refuseDatabase(config, error))
  await lifecycle.start('store', () => ({ [Symbol.asyncDispose]: () => store.close() }))
  if (secretKey) await compareSecretKey(store, secretKey, announce)
  if (config.databaseUrl === undefined) await store.releaseHeldBy(onlyNode)
  return store
}

function refuseDatabase(config: Config, error: unknown): never {
  throw config.databaseUrl === undefined ? error : explainDatabaseError(error)
}

/** Announces the tournaments and `logins` of a demo; warns if a real installation cannot send emails. */
function announceDemo(origin: string, config: Config, place: SourcePlace, logins: readonly string[]): void {
  if (!place.simulator && config.smtpUrl === undefined)
    announce('warn', 'RollCall cannot send emails, so nobody can reset a forgotten password: SMTP_URL is not set.')
  if (!place.simulator) return
  announce('info', `RollCall reads a simulated competition system at ${place.simulator.url}`)
  for (const { name } of place.simulator.live) announce('info', `  live now: ${name}`)
  for (const login of logins) announce('info', `Log in as ${login}`)
  if (config.smtpUrl === undefined) announce('info', `The emails of the demo are at ${origin}${mailboxPath}`)
  announce('info', 'Ctrl-C stops everything.')
}
