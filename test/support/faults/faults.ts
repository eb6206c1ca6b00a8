// The faults that a storm is made of, each as it strikes once.
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

/** What strikes beside the blackout. */
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

/** Those that need wires which are up. */
const needsConnections: ReadonlySet<FaultKind> = new Set(['cut', 'cut all', 'silence', 'delay', 'double'])

/** The least and the most, in ms. */
type Range = readonly [number, number]
type Durations = { downFor: Range; frozenFor: Range; cutOffFor: Range }

/** One storm: a blackout, and everything else in any order, one after the other. */
const inRun: Durations = { downFor: [0, 2_000], frozenFor: [2_000, 6_000], cutOffFor: [2_000, 8_000] }
/** One squall: shorter, and all at once. */
const inBurst: Durations = { downFor: [0, 1_000], frozenFor: [500, 5_000], cutOffFor: [500, 5_000] }

/**
 * All faults in an order that `random` decides, `rounds` times. The first is a blackout that lasts until fights have ended
 * meanwhile: nobody can come out of it unharmed who is not told what was missed.
 */
export async function injectInTurn(company: ChaosClients, forgetful: Viewer, random: Random, rounds = 1): Promise<FaultKind[]> {
  const faults = Array.from({ length: rounds }, () => ['blackout' as const, ...random.shuffle(everyOtherFault)]).flat()
  for (const kind of faults) {
    if (kind === 'blackout') await company.cluster.blackout(() => fightsEnd(company.cluster, forgetful))
    else await injectFault(kind, company, random, inRun)
    await wait(random.int(500, 2_000))
  }
  return faults
}

/**
 * A blackout that lasts until the forgetful client has missed something, and two to four of the other faults, which begin
 * while it and one another last. What needs wires waits until there are some again.
 */
export async function injectBurst(company: ChaosClients, forgetful: Viewer, random: Random): Promise<FaultKind[]> {
  const { cluster: stage, viewers } = company
  const kinds = random.shuffle(everyOtherFault).slice(0, random.int(2, 4))
  const dark = stage.blackout(() => somethingChanges(stage, forgetful))
  const strikes = kinds.map((kind) => ({ kind, after: random.int(0, 1_500), luck: random.int(0, 1e9) }))
  await Promise.all([
    dark,
    ...strikes.map(async ({ kind, after, luck }) => {
      if (needsConnections.has(kind)) {
        await dark
        await until(async () => viewers.filter(({ isConnected: isListening }) => isListening).length > viewers.length / 2)
      }
      await wait(after)
      await until(async () => stage.running().length > 0)
      const own = randomFrom('strike', luck)
      await injectFault(kind, company, own, inBurst)
      // Until the end of the squall; a silent wire stays so, until somebody leaves it.
      if (kind === 'delay') await wait(own.int(...inBurst.cutOffFor))
    }),
  ])
  return ['blackout', ...kinds]
}

async function injectFault(kind: FaultKind, { cluster: stage, viewers }: ChaosClients, random: Random, force: Durations): Promise<void> {
  const wires = random.shuffle(stage.clientProxy.connections())
  const some = wires.slice(0, Math.ceil(wires.length / 4))
  switch (kind) {
    case 'blackout':
      throw new Error('a blackout ends by what has happened meanwhile')
    case 'cut':
      for (const wire of some) wire.cut()
      return
    case 'cut all':
      for (const wire of wires) wire.cut()
      return
    case 'silence':
      for (const wire of some) wire.silence()
      return
    case 'delay': {
      const ms = random.int(100, 1_500)
      for (const wire of some) wire.delay(ms)
      return
    }
    case 'double':
      for (const viewer of random.shuffle(viewers).slice(0, 4)) viewer.openSecondSocket()
      return
    case 'kill':
      return stage.killProcess(random.pick(stage.running()), random.int(...force.downFor))
    case 'freeze':
      return stage.freezeProcess(random.pick(stage.running()), random.int(...force.frozenFor))
    case 'partition':
      return stage.partition(random.pick(stage.running()), () => wait(random.int(...force.cutOffFor)))
    case 'database':
      return stage.crashDatabase()
  }
}

/** Until two fights have ended, and every process knows, which the forgetful client follows and does not show as over. */
async function fightsEnd(stage: Cluster, forgetful: Viewer): Promise<void> {
  const completedAt = async (url: string): Promise<string[]> => {
    const list = await forgetful.get<MatchesResponse>('/api/matches/completed', url)
    return (list?.matches ?? []).map(({ athleteId, id }) => `${athleteId}/${id}`)
  }
  const before = new Set(await retry(() => completedAt(stage.firstProcessUrl)))
  const isNew = (key: string): boolean => {
    const shown = forgetful.shown.get(key)
    return (
      !before.has(key) && shown !== undefined && shown.item.status !== 'finished' && shown.item.status !== 'cancelled'
    )
  }
  await until(async () => {
    const lists = await Promise.all(stage.processUrls().map(completedAt))
    return lists.every((keys) => keys.filter(isNew).length >= 2)
  })
}

/** Until every process that is up tells something which the forgetful client follows and does not show so. */
const somethingChanges = (stage: Cluster, forgetful: Viewer): Promise<void> =>
  until(async () => {
    const up = stage.processUrls().filter((_, number) => stage.running().includes(number))
    const told = await Promise.all(up.map((url) => forgetful.differences(url)))
    return told.length > 0 && told.every((differences) => differences !== null && differences.length > 0)
  })
