// The composition root: reads the configuration, opens what this process's roles need, wires the rooms to each other, and
// says where to look. `--roles=web` serves people, `--roles=ingest` reads the source; one process does both by default.
import { randomUUID } from 'node:crypto'
import { type AddressInfo, isIPv6 } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ApiOptions, createApi, mailboxPath } from '#api'
import { agent, budgetOf, createIngest } from '#ingest'
import { createLive } from '#live'
import { createNotify, createPush, findPushKeys } from '#notify'
import { systemClock } from '#platform/clock.ts'
import { type Config, type PushKeys, requireConfig } from '#platform/config.ts'
import { type DatabaseServer, startDatabaseServer } from '#platform/database-server.ts'
import { type Lifecycle, runProcess, type RunningProcess } from '#platform/lifecycle.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { findSecretKey } from '#platform/secret-key.ts'
import { explainDatabaseError, explainListenError, StartError } from '#platform/start-error.ts'
import { bjjcompsystem } from '#sources'
import { openStore, type Store } from '#store'
import { compareSecretKey } from './compare-secret-key.ts'
import { loadSharedPages } from './shared-page.ts'
import { demoSite, seedDemo, seedDemoAccounts } from './demo.ts'
import { makeAdministrator, requireOwnDatabase } from './own-database.ts'
import { type RunningSimulator, startSimulatorProcess } from './simulator-process.ts'

const log = createLog('info')
const metrics = createMetrics()
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** How many waves open sockets are closed in, a second apart, so that they do not all come back at once. */
const closingWaves = { watched: 20, few: 1 }
const fewSockets = 100

/**
 * The name of a process on the embedded database. Nobody else is on it, so after a crash nothing need be waited for;
 * where processes share a database, each has a name of its own, and what a dead one held runs out.
 */
const onlyNode = 'embedded'

/** Where the competition system is: the operator's, or a simulator of our own. */
type SourcePlace = { url: string | undefined; eventsUrl: string | undefined; simulator: RunningSimulator | undefined }

await runProcess(log, async (lifecycle) => {
  const config = requireConfig()
  log.level = config.logLevel
  // First, because it takes the data directory for this process alone.
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, lifecycle)).url
  await requireOwnDatabase(config, databaseUrl).catch((error: unknown) => refuseDatabase(config, error))
  const place = await findSource(config, lifecycle)
  const store = await connect(config, databaseUrl, place, lifecycle)
  if (config.roles.includes('ingest')) await readSource(config, place, store, lifecycle)
  await makeAdministrator(store, config, log)
  const demo = place.simulator && (await seedDemoAccounts(store, config.admin !== undefined))
  if (config.roles.includes('web')) {
    const pushKeys = await findPushKeys(store, config.push)
    const url = await serve(config, place, store, pushKeys, lifecycle)
    await sendAlerts(config, config.publicUrl ?? url, store, pushKeys, lifecycle)
    await sendMails(config, place, config.publicUrl ?? url, store, lifecycle)
    tell(url, config, place, demo?.logins ?? [])
    const [shown] = place.simulator?.live ?? []
    const coach = demo?.coach
    if (shown && coach !== undefined)
      await seedDemo({ store, clock: systemClock, log, stopping: lifecycle.stopping, tournament: shown.id, coach })
  } else {
    process.stdout.write(`RollCall reads ${place.url ?? bjjcompsystem.origins.pages} for others to serve\n`)
  }
})

function startDatabase({ dataDir }: Config, { start, fail }: RunningProcess): Promise<DatabaseServer> {
  const onLost = (reason: string): void => fail(new StartError(`${reason} RollCall ends with it: start it again.`))
  return start('database', () => startDatabaseServer({ dataDir, onLost }))
}

async function connect(config: Config, databaseUrl: string, place: SourcePlace, lifecycle: Lifecycle): Promise<Store> {
  // Who only reads the source has nothing to encrypt.
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
  if (config.databaseUrl === undefined) await store.releaseLeftBehind(onlyNode)
  return store
}

function refuseDatabase(config: Config, error: unknown): never {
  throw config.databaseUrl === undefined ? error : explainDatabaseError(error)
}

async function findSource(config: Config, { start, fail }: RunningProcess): Promise<SourcePlace> {
  if (config.source) return { url: config.source.url, eventsUrl: config.source.eventsUrl, simulator: undefined }
  const simulator = await start('simulator', () =>
    startSimulatorProcess({ ...config.simulator, root, dataDir: config.dataDir, log, onLost: fail }),
  )
  return { url: simulator.url, eventsUrl: simulator.url, simulator }
}

async function readSource(config: Config, place: SourcePlace, store: Store, lifecycle: Lifecycle): Promise<void> {
  const ingest = createIngest({
    store,
    source: bjjcompsystem,
    config: {
      sourceUrl: place.url,
      eventsUrl: place.eventsUrl,
      logoOrigins: place.simulator ? [] : config.source?.logoOrigins,
      publicUrl: config.publicUrl,
      contact: config.source?.contact,
      permission: config.source?.permission,
      budget: wantedBudget(config),
    },
    clock: systemClock,
    log,
    metrics,
    nodeId: config.databaseUrl === undefined ? onlyNode : randomUUID(),
  })
  await lifecycle.start('ingest', () => ({ [Symbol.asyncDispose]: () => ingest.stop() }))
  ingest.start()
}

function wantedBudget({ source, sourceBudget }: Config): 'unlimited' | number | undefined {
  const budget = sourceBudget ?? (source ? undefined : Infinity)
  return budget === Infinity ? 'unlimited' : budget
}

/** What /bot tells of the reading; the process that reads may be another one with the same settings. */
function describeRobot(config: Config): ApiOptions['robot'] & object {
  const { source } = config
  const { events } = bjjcompsystem.origins
  const read = source && [source.url, source.eventsUrl ?? events, ...(source.logoOrigins ?? bjjcompsystem.logoOrigins)]
  return {
    name: agent,
    origins: [...new Set((read ?? []).map((address) => new URL(address).origin))],
    budget: budgetOf(wantedBudget(config)),
    contact: source?.contact ?? config.site.supportEmail,
    permission: source?.permission,
  }
}

async function serve(
  config: Config,
  place: SourcePlace,
  store: Store,
  { publicKey }: PushKeys,
  lifecycle: Lifecycle,
): Promise<string> {
  const app = await createApi({
    store,
    config: place.simulator ? { ...config, site: demoSite(config.site) } : config,
    clock: systemClock,
    log,
    metrics,
    clientFolder: join(root, 'dist/client'),
    sharedPages: await loadSharedPages(root),
    push: { publicKey, places: config.push.places },
    robot: describeRobot(config),
    isReady: () => !lifecycle.stopping.aborted,
  })
  const live = createLive({ store, config, clock: systemClock, log, metrics })
  await lifecycle.start('web', async () => {
    live.attach(app.server)
    try {
      await app.listen({ host: config.host, port: config.port })
    } catch (error) {
      throw explainListenError(error, config.port)
    }
    return {
      async [Symbol.asyncDispose]() {
        const open = [...live.viewers().values()].reduce((sum, viewers) => sum + viewers, 0)
        await live.close({ waves: open > fewSockets ? closingWaves.watched : closingWaves.few })
        await app.close()
      },
    }
  })
  return `http://${shownHost(config.host)}:${(app.server.address() as AddressInfo).port}`
}

async function sendAlerts(
  config: Config,
  origin: string,
  store: Store,
  keys: PushKeys,
  lifecycle: Lifecycle,
): Promise<void> {
  await lifecycle.start('alerts', () => {
    const push = createPush({ store, config: config.push, keys, origin, clock: systemClock, log, metrics })
    return { [Symbol.asyncDispose]: () => push.stop() }
  })
}

/** A real source's users get mail where there is a mail server, the demo's always: into its mailbox. */
async function sendMails(
  config: Config,
  place: SourcePlace,
  origin: string,
  store: Store,
  lifecycle: Lifecycle,
): Promise<void> {
  if (config.smtpUrl === undefined && !place.simulator) return
  await lifecycle.start('notify', () => {
    const notify = createNotify({ store, config, origin, clock: systemClock, log, metrics })
    return { [Symbol.asyncDispose]: () => notify.stop() }
  })
}

/** The name under which this machine reaches the address it listens on. */
function shownHost(host: string): string {
  if (['0.0.0.0', '127.0.0.1', '::', '::1'].includes(host)) return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}

/** What whoever started it wants to know: where to look and how to log in. `logins`: as whom, in a demo. */
function tell(url: string, config: Config, place: SourcePlace, logins: readonly string[]): void {
  const origin = config.publicUrl ?? url
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
