// The competition system that this process knows: the operator's, or a simulator of its own; how it is read, and what people
// are told of the reading.
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

/** Where the competition system is: the operator's, or a simulator of our own. */
export type SourcePlace = {
  url: string | undefined
  eventsUrl: string | undefined
  simulator: RunningSimulator | undefined
}

/**
 * The name of a process on the embedded database. Nobody else is on it, so after a crash nothing need be waited for;
 * where processes share a database, each has a name of its own, and what a dead one held runs out.
 */
export const onlyNode = 'embedded'

/** Where the source is; without one that the operator names, a simulator is started. */
export async function findSource(config: Config, { start, fail }: RunningProcess, log: Log): Promise<SourcePlace> {
  if (config.source) return { url: config.source.url, eventsUrl: config.source.eventsUrl, simulator: undefined }
  const simulator = await start('simulator', () =>
    startSimulatorProcess({ ...config.simulator, root, dataDir: config.dataDir, log, onLost: fail }),
  )
  return { url: simulator.url, eventsUrl: simulator.url, simulator }
}

/** Reads the source from now on. */
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
    },
    clock: systemClock,
    log,
    metrics,
    nodeId: config.databaseUrl === undefined ? onlyNode : randomUUID(),
  })
  await lifecycle.start('ingest', () => ({ [Symbol.asyncDispose]: () => ingest.stop() }))
  ingest.start()
}

/** What /bot tells of the reading; the process that reads may be another one with the same settings. */
export function describeRobot(config: Config): ApiOptions['robot'] & object {
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

function wantedBudget({ source, sourceBudget }: Config): 'unlimited' | number | undefined {
  const budget = sourceBudget ?? (source ? undefined : Infinity)
  return budget === Infinity ? 'unlimited' : budget
}
