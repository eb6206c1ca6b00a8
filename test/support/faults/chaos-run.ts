// One chaos run: faults hit the cluster while its clients are connected; afterwards the clients are checked.
import type { MatchesResponse } from '#contract/matches.ts'
import { randomFrom } from '../../../simulator/tournament/random.ts'
import { checkDelivered, countKinds, queuedAlerts, repeatedAlerts } from './alert-history.ts'
import type { ChaosClients } from './clients.ts'
import { violationsOf } from './item-history.ts'
import { startMoving } from './mover.ts'
import { retryTimeout, until } from './retry.ts'
import { type ChaosTarget, wait } from './cluster.ts'
import type { Viewer } from './viewer.ts'

export type ChaosResult = {
  /** Violations of the promises, one sentence each. */
  violations: string[]
  /** The violations at the client that does not resume. It must have missed something: without any, the checker does not work. */
  nonResumingViolations: string[]
  faults: readonly string[]
  /** Totals of all clients. */
  messages: number
  reconnects: number
  reloads: number
  acknowledged: number
  /**
   * Alerts that were queued, in all, by kind and with an estimate, and those that reached a phone. `sentAgain`: those whose process
   * ended before it recorded that they were sent.
   */
  alerts: {
    queued: number
    byKind: Record<string, number>
    estimated: number
    delivered: number
    sentAgain: number
  }
  /** From the end of the last fault until the source is read again, all clients are connected and the writer has stopped, ms. */
  recoveryMs: number
}

type Options = {
  seed: number
  /** Injects the faults; resolves with their names after the last one. */
  injectFaults: (nonResuming: Viewer) => Promise<readonly string[]>
}

/** How long a client may show something outdated after the last fault, ms (promise P3, reliability 1.4). */
const convergesWithin = 5_000
/** A difference counts as late only after more comparisons than this, because a busy machine compares less often. */
const minimumChecks = 10

/**
 * Runs the fights of a day whose clock is behind, until the clock has caught up and all processes have estimates of later fights.
 * Without estimates no conflict is sure. `speed` must be so low that a board is read at least every ten minutes of the day;
 * otherwise too few starts are seen.
 */
export async function observeHall({ cluster, viewers: [viewer] }: ChaosClients, speed: number): Promise<void> {
  cluster.day.control.clock({ speed })
  await until(async () => cluster.day.control.clock({}).now >= Date.now())
  cluster.day.control.clock({ speed: 1 })
  const hasEstimates = async (url: string): Promise<boolean> => {
    const list = await viewer?.get<MatchesResponse>('/api/matches/upcoming', url)
    return list?.matches.some(({ estimate }) => estimate) ?? false
  }
  await until(async () => (await Promise.all(cluster.processUrls().map(hasEstimates))).every(Boolean))
}

/** Connects all clients, runs the fights while faults are injected, then waits for recovery and checks every client. */
export async function runChaos(
  clients: ChaosClients<ChaosTarget>,
  { seed, injectFaults }: Options,
): Promise<ChaosResult> {
  const { cluster, viewers } = clients
  const nonResuming = clients.openNonResumingClient()
  const sum = (figure: (viewer: Viewer) => number): number => viewers.reduce((total, each) => total + figure(each), 0)
  await until(async () => [...viewers, nonResuming].every(({ isConnected }) => isConnected))
  const before = { reconnects: sum(({ reconnects }) => reconnects), reloads: sum(({ reloads }) => reloads) }
  cluster.day.control.clock({ speed: 20 })
  const writing = clients.writer.write(randomFrom('writer', seed))
  const moving = startMoving(cluster.day, randomFrom('mover', seed))
  const faults = await injectFaults(nonResuming)
  await moving.stop()
  for (const connection of cluster.clientProxy.connections()) connection.delay(0)
  const endedAt = performance.now()
  const [acknowledged, violations] = await Promise.all([writing.stop(), recoveryViolations(clients)])
  const recoveryMs = Math.round(performance.now() - endedAt)
  cluster.day.control.clock({ speed: 0 })

  violations.push(...(await convergenceViolations(viewers)))
  const missed = (await differencesOf(nonResuming)).map((each) => `non-resuming client: ${each}`)
  violations.push(...(await writing.check()))
  for (const process of cluster.processUrls()) violations.push(...(await unansweredPaths(process, viewers[0])))
  nonResuming.close()
  // The clients have closed the silenced connections, which do not pass that on to the server.
  for (const connection of cluster.clientProxy.connections()) if (connection.isSilent()) connection.cut()
  // Read the observations before the change log: every observed change is then in the log.
  const observations = viewers.map((viewer) => viewer.takeObservations())
  const { violations: alertViolations, ...alerts } = await checkAlerts(cluster)
  violations.push(...alertViolations, ...failedListeners(cluster))
  const [history] = await cluster.query(async (sql) => [await clients.changeLog.catchUp(sql)])
  if (!history) throw new Error('the change log was not read')
  for (const [number, each] of observations.entries())
    violations.push(...violationsOf(each, history).map((violation) => `client ${number}: ${violation}`))
  return {
    violations,
    nonResumingViolations: [...violationsOf(nonResuming.observations, history), ...missed],
    faults,
    messages: observations.flat().filter((each) => each.kind === 'shown' && each.source === 'message').length,
    reconnects: sum(({ reconnects }) => reconnects) - before.reconnects,
    reloads: sum(({ reloads }) => reloads) - before.reloads,
    acknowledged,
    alerts,
    recoveryMs,
  }
}

/** The log lines of failed listeners. The open sockets of the process never get the changes on which its listener failed. */
const failedListeners = (cluster: ChaosTarget): string[] =>
  cluster
    .output()
    .split('\n')
    .filter((line) => line.includes('a listener of the projection failed'))

/** Checks the alerts of the run, once all queued ones have been sent or have expired. */
async function checkAlerts(cluster: ChaosTarget): Promise<ChaosResult['alerts'] & { violations: string[] }> {
  await until(async () => {
    const due = await cluster.query(
      (sql) => sql`select 1 from jobs where kind = 'alert' and expires_at > now() limit 1`,
    )
    return due.length === 0
  })
  // Taken before the queue is read: every alert that has reached a phone by now is in the queue's record.
  const received = cluster.pushService.inbox.splice(0)
  const queued = await cluster.query(queuedAlerts)
  const devices = await cluster.query((sql) => sql<Device[]>`select id::int, endpoint from push_devices`)
  const deviceIds = new Map(devices.map(({ id, endpoint }) => [endpoint, id]))
  // Without the link, which has the address of the process that sent the alert.
  const delivered = received.map(({ endpoint, tag, title, body }) => ({
    deviceId: deviceIds.get(endpoint) ?? 0,
    tag,
    text: `${title}: ${body}`,
  }))
  const { violations, sentAgain } = checkDelivered(delivered, queued)
  return {
    queued: queued.length,
    byKind: countKinds(queued),
    estimated: queued.filter(({ alert }) => alert.about === 'match' && alert.estimate).length,
    delivered: delivered.length,
    sentAgain,
    violations: [...repeatedAlerts(queued), ...violations],
  }
}

type Device = { id: number; endpoint: string }

/** Waits until the source is read again and every client is connected; one sentence for each that times out. */
async function recoveryViolations({ cluster, tournamentId, viewers }: ChaosClients<ChaosTarget>): Promise<string[]> {
  const position = async (): Promise<number> => {
    const [row] = await cluster.query(
      (sql) => sql<{ seq: number }[]>`select seq from tournaments where id = ${tournamentId}`,
    )
    return Number(row?.seq)
  }
  const endedAt = performance.now()
  const lastPosition = await position()
  const violationUnless = (violation: string, isTrue: () => Promise<boolean>): Promise<string[]> =>
    until(isTrue).then(
      () => [],
      () => [`${violation} within ${retryTimeout / 1_000} s after the last fault`],
    )
  return [
    ...(await violationUnless('nothing was recorded', async () => (await position()) > lastPosition)),
    ...(await violationUnless('some client did not reconnect', async () =>
      viewers.every((viewer) => viewer.hasReceivedSince(endedAt)),
    )),
  ]
}

/** Compares every client with a fresh load until all are equal; returns the differences that last longer than `convergesWithin`. */
async function convergenceViolations(viewers: readonly Viewer[]): Promise<string[]> {
  const open = new Map<string, { since: number; checks: number }>()
  for (;;) {
    const differences = (
      await Promise.all(
        viewers.map(async (viewer, number) =>
          (await differencesOf(viewer)).map((difference) => `client ${number}: ${difference}`),
        ),
      )
    ).flat()
    for (const known of open.keys()) if (!differences.includes(known)) open.delete(known)
    const now = performance.now()
    for (const each of differences) {
      const known = open.get(each) ?? { since: now, checks: 0 }
      open.set(each, { ...known, checks: known.checks + 1 })
    }
    if (differences.length === 0) return []
    const late = [...open].filter(([, { since, checks }]) => now - since > convergesWithin && checks > minimumChecks)
    if (late.length > 0) return late.map(([each]) => each)
    await wait(200)
  }
}

const differencesOf = async (viewer: Viewer): Promise<string[]> =>
  (await viewer.differences()) ?? ['the lists do not load']

/** The paths that a process fails to answer, lists from memory as well as answers from the database. */
async function unansweredPaths(url: string, viewer: Viewer | undefined): Promise<string[]> {
  const paths = ['/readyz/database', '/api/matches/upcoming', '/api/tournaments', '/api/athletes/followed']
  const answers = await Promise.all(
    paths.map(async (path) => {
      for (let tries = 0; tries < 5; tries++) if (await viewer?.get(path, url)) return []
      return [`${url} does not answer ${path}`]
    }),
  )
  return answers.flat()
}
