// The faults of a chaos run: what each kind does, and how they are combined.
import type { MatchesResponse } from '#contract/matches.ts'
import { randomFrom, type Random } from '../../../simulator/tournament/random.ts'
import type { ChaosClients } from './clients.ts'
import { retry, until } from './retry.ts'
import { type Cluster, wait } from './cluster.ts'
import type { Viewer } from './viewer.ts'

type FaultKind =
  | 'blackout'
  | 'cut'
  | 'cut all'
  | 'silence'
  | 'delay'
  | 'double'
  | 'kill'
  | 'freeze'
  | 'partition'
  | 'database'

/** The faults other than the blackout, as often as a round injects them. */
const everyOtherFault: readonly FaultKind[] = [
  'cut',
  'cut',
  'cut all',
  'silence',
  'delay',
  'double',
  'kill',
  'kill',
  'freeze',
  'partition',
  'database',
]

/** The faults that act on open connections. */
const connectionFaults: ReadonlySet<FaultKind> = new Set(['cut', 'cut all', 'silence', 'delay', 'double'])

/** Minimum and maximum, ms. */
type Range = readonly [number, number]
type Durations = { downFor: Range; frozenFor: Range; cutOffFor: Range }

/** For faults that are injected one after another. */
const inRun: Durations = { downFor: [0, 2_000], frozenFor: [2_000, 6_000], cutOffFor: [2_000, 8_000] }
/** For faults that overlap; they are shorter. */
const inBurst: Durations = { downFor: [0, 1_000], frozenFor: [500, 5_000], cutOffFor: [500, 5_000] }

/**
 * Injects all faults one after another in random order, `rounds` times. Each round begins with a blackout that lasts until fights
 * have ended, so that the clients have changes to catch up on.
 */
export async function injectInTurn(
  clients: ChaosClients,
  nonResuming: Viewer,
  random: Random,
  rounds = 1,
): Promise<FaultKind[]> {
  const { cluster } = clients
  const faults = Array.from({ length: rounds }, () => ['blackout' as const, ...random.shuffle(everyOtherFault)]).flat()
  for (const kind of faults) {
    if (kind === 'blackout') await cluster.blackout(() => fightsEnd(cluster, nonResuming))
    else await injectFault(kind, clients, random, inRun)
    await wait(random.int(500, 2_000))
  }
  return faults
}

/**
 * Injects a blackout that lasts until the non-resuming client has missed something, and two to four other faults that overlap
 * with it and with each other. Faults on connections wait until most clients are connected again.
 */
export async function injectBurst(clients: ChaosClients, nonResuming: Viewer, random: Random): Promise<FaultKind[]> {
  const { cluster, viewers } = clients
  const kinds = random.shuffle(everyOtherFault).slice(0, random.int(2, 4))
  const blackout = cluster.blackout(() => somethingChanges(cluster, nonResuming))
  const injected = kinds.map((kind) => ({ kind, after: random.int(0, 1_500), seed: random.int(0, 1e9) }))
  await Promise.all([
    blackout,
    ...injected.map(async ({ kind, after, seed }) => {
      if (connectionFaults.has(kind)) {
        await blackout
        await until(async () => viewers.filter(({ isConnected }) => isConnected).length > viewers.length / 2)
      }
      await wait(after)
      await until(async () => cluster.running().length > 0)
      const own = randomFrom('fault', seed)
      await injectFault(kind, clients, own, inBurst)
      // A delay ends with the run, so the run is prolonged. A silenced connection remains silent until its client closes it.
      if (kind === 'delay') await wait(own.int(...inBurst.cutOffFor))
    }),
  ])
  return ['blackout', ...kinds]
}

async function injectFault(
  kind: FaultKind,
  { cluster, viewers }: ChaosClients,
  random: Random,
  durations: Durations,
): Promise<void> {
  const connections = random.shuffle(cluster.clientProxy.connections())
  const some = connections.slice(0, Math.ceil(connections.length / 4))
  switch (kind) {
    case 'blackout':
      throw new Error('a blackout needs a condition that ends it')
    case 'cut':
      for (const connection of some) connection.cut()
      return
    case 'cut all':
      for (const connection of connections) connection.cut()
      return
    case 'silence':
      for (const connection of some) connection.silence()
      return
    case 'delay': {
      const ms = random.int(100, 1_500)
      for (const connection of some) connection.delay(ms)
      return
    }
    case 'double':
      for (const viewer of random.shuffle(viewers).slice(0, 4)) viewer.openSecondSocket()
      return
    case 'kill':
      return cluster.killProcess(random.pick(cluster.running()), random.int(...durations.downFor))
    case 'freeze':
      return cluster.freezeProcess(random.pick(cluster.running()), random.int(...durations.frozenFor))
    case 'partition':
      return cluster.partition(random.pick(cluster.running()), () => wait(random.int(...durations.cutOffFor)))
    case 'database':
      return cluster.crashDatabase()
  }
}

/** Waits until every process lists two finished fights that the non-resuming client still shows as unfinished. */
async function fightsEnd(cluster: Cluster, nonResuming: Viewer): Promise<void> {
  const completedAt = async (url: string): Promise<string[]> => {
    const list = await nonResuming.get<MatchesResponse>('/api/matches/completed', url)
    return (list?.matches ?? []).map(({ athleteId, id }) => `${athleteId}/${id}`)
  }
  const before = new Set(await retry(() => completedAt(cluster.firstProcessUrl)))
  const isNew = (key: string): boolean => {
    const shown = nonResuming.shown.get(key)
    return (
      !before.has(key) && shown !== undefined && shown.item.status !== 'finished' && shown.item.status !== 'cancelled'
    )
  }
  await until(async () => {
    const lists = await Promise.all(cluster.processUrls().map(completedAt))
    return lists.every((keys) => keys.filter(isNew).length >= 2)
  })
}

/**
 * Waits until every running process answers with an item that the non-resuming client still shows in an older state. An item that
 * the client does not show yet is not enough: a later message would contain the item.
 */
const somethingChanges = (cluster: Cluster, nonResuming: Viewer): Promise<void> =>
  until(async () => {
    const running = cluster.processUrls().filter((_, number) => cluster.running().includes(number))
    const answers = await Promise.all(running.map((url) => nonResuming.differences(url)))
    return answers.length > 0 && answers.every((differences) => differences?.some(isOutdated))
  })

const isOutdated = (difference: string): boolean => difference.endsWith('as it was')
