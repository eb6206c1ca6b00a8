// The competition system of this process, configured or simulated: starts reading it, and describes the reading for the /bot
// page.
import { randomUUID } from 'node:crypto'
import type { ApiOptions } from '#api'
import { agent, budgetOf, createIngest } from '#ingest'
import { systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { RunningProcess } from '#platform/lifecycle.ts'
import type { Log } from '#platform/log.ts'
import { bjjcompsystem } from '#sources'
import type { ProcessParts } from './process-parts.ts'
import { root } from './root.ts'
import { type RunningSimulator, startSimulatorProcess } from './simulator-process.ts'

/** The address of the competition system, configured or of a simulator that this process started. */
export type SourcePlace = {
  url: string | undefined
  eventsUrl: string | undefined
  simulator: RunningSimulator | undefined
}

/**
 * The node id on the embedded database. No other process uses that database, so a restart frees the leases of its predecessor.
 * Processes that share a database have one id each, and the leases of a dead one expire.
 */
export const embeddedNodeId = 'embedded'

/**
 * Returns the configured source; without one, starts a simulator.
 * @throws StartError if the simulator does not start.
 */
export async function openSource(config: Config, { start, fail }: RunningProcess, log: Log): Promise<SourcePlace> {
  if (config.source) return { url: config.source.url, eventsUrl: config.source.eventsUrl, simulator: undefined }
  const simulator = await start('simulator', () =>
    startSimulatorProcess({ ...config.simulator, root, dataDir: config.dataDir, log, onLost: fail }),
  )
  return { url: simulator.url, eventsUrl: simulator.url, simulator }
}

/** Starts to read the source. */
export async function readSource({ config, place, store, lifecycle, log, metrics }: ProcessParts): Promise<void> {
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
      cadence: config.sourceCadence,
    },
    clock: systemClock,
    log,
    metrics,
    nodeId: config.databaseUrl === undefined ? embeddedNodeId : randomUUID(),
  })
  await lifecycle.start('ingest', () => ({ [Symbol.asyncDispose]: () => ingest.stop() }))
  ingest.start()
}

/** What the /bot page says about reading the source; from the settings, because another process may read it. */
export function describeRobot(config: Config): ApiOptions['robot'] & object {
  const { source } = config
  const { events } = bjjcompsystem.origins
  const addresses = source && [
    source.url,
    source.eventsUrl ?? events,
    ...(source.logoOrigins ?? bjjcompsystem.logoOrigins),
  ]
  return {
    name: agent,
    origins: [...new Set((addresses ?? []).map((address) => new URL(address).origin))],
    budget: budgetOf(wantedBudget(config)),
    contact: source?.contact ?? config.site.supportEmail,
    permission: source?.permission,
  }
}

/** The configured budget; by default unlimited for the simulator, and for a real source undefined, which means ingest's default. */
function wantedBudget({ source, sourceBudget }: Config): 'unlimited' | number | undefined {
  const budget = sourceBudget ?? (source ? undefined : Infinity)
  return budget === Infinity ? 'unlimited' : budget
}
