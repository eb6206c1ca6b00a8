// The composition root: reads the configuration, opens what the roles of this process need, wires the rooms, and prints the
// address. `--roles=web` serves people, `--roles=ingest` reads the source; one process does both by default.
import { mailboxPath } from '#api'
import { systemClock } from '#platform/clock.ts'
import { type Config, requireConfig } from '#platform/config.ts'
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server.ts'
import { type Lifecycle, runProcess, type RunningProcess } from '#platform/lifecycle.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { findSecretKey } from '#platform/secret-key.ts'
import { explainDatabaseError, StartError } from '#platform/start-error.ts'
import { bjjcompsystem } from '#sources'
import { openStore, type Store } from '#store'
import { compareSecretKey } from './compare-secret-key.ts'
import { seedDemo, seedDemoAccounts } from './demo.ts'
import { makeAdministrator, requireOwnDatabase } from './own-database.ts'
import { findSource, onlyNode, readSource, type SourcePlace } from './source.ts'
import { serveWeb } from './web.ts'

const log = createLog('info')
const metrics = createMetrics()

await runProcess(log, async (lifecycle) => {
  const config = requireConfig()
  log.level = config.logLevel
  // First, because it locks the data directory.
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, lifecycle)).url
  await requireOwnDatabase(config, databaseUrl).catch((error: unknown) => refuseDatabase(config, error))
  const place = await findSource(config, lifecycle, log)
  const store = await connect(config, databaseUrl, place, lifecycle)
  const parts = { config, place, store, lifecycle, log, metrics }
  if (config.roles.includes('ingest')) await readSource(parts)
  await makeAdministrator(store, config, log)
  const demo = place.simulator && (await seedDemoAccounts(store, config.admin !== undefined))
  if (!config.roles.includes('web')) {
    process.stdout.write(`RollCall reads ${place.url ?? bjjcompsystem.origins.pages} for others to serve\n`)
    return
  }
  const origin = await serveWeb(parts)
  printStart(origin, config, place, demo?.logins ?? [])
  const [shown] = place.simulator?.live ?? []
  const coach = demo?.coach
  if (shown && coach !== undefined)
    await seedDemo({ store, clock: systemClock, log, stopping: lifecycle.stopping, tournament: shown.id, coach })
})

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
  if (secretKey) await compareSecretKey(store, secretKey, log)
  if (config.databaseUrl === undefined) await store.releaseHeldBy(onlyNode)
  return store
}

function refuseDatabase(config: Config, error: unknown): never {
  throw config.databaseUrl === undefined ? error : explainDatabaseError(error)
}

/** Prints the address and, in a demo, the `logins`. */
function printStart(origin: string, config: Config, place: SourcePlace, logins: readonly string[]): void {
  const lines = [`RollCall is at ${origin}`]
  if (!place.simulator && config.smtpUrl === undefined)
    lines.push('It can send no mail, so nobody can set a forgotten password: SMTP_URL is not set.')
  if (place.simulator) {
    lines.push(
      `It reads a simulated competition system at ${place.simulator.url}`,
      ...place.simulator.live.map(({ name }) => `  live now: ${name}`),
      ...logins.map((login) => `Log in as ${login}`),
      config.smtpUrl === undefined ? `Mails it would send are at ${origin}${mailboxPath}` : '',
      'Ctrl-C stops everything.',
    )
  }
  process.stdout.write(`${lines.filter(Boolean).join('\n')}\n`)
}
