// What becomes of the company in bad weather: one run of faults over the stage, and the verdict afterwards.
import { randomFrom } from '../../../simulator/tournament/random.ts'
import type { ChaosClients } from './clients.ts'
import { violationsOf } from './item-history.ts'
import { retryTimeout, until } from './retry.ts'
import { wait } from './cluster.ts'
import type { Viewer } from './viewer.ts'

export type ChaosResult = {
  /** What must not be, one sentence each. */
  violations: string[]
  /** The same of a client that comes back without saying where it was. It did miss something: else the checker is blind. */
  forgetfulViolations: string[]
  faults: readonly string[]
  /** Of all clients together. */
  messages: number
  reconnects: number
  reloads: number
  acknowledged: number
  /** How long it took after the last fault, in ms, until the source was read again and everybody was back. */
  recoveryMs: number
}

type Options = {
  seed: number
  /** What strikes; resolves with its names when it is over. */
  injectFaults: (forgetful: Viewer) => Promise<readonly string[]>
}

/** Clients may need so long, once all is quiet, to show what is true (promise P3, figure of reliability 1.4). */
const convergesWithin = 5_000
/** A busy machine must have been asked so often before it is said to be late. */
const minimumChecks = 10

/** Everybody is there, the fights go on, faults strike; when it is over a change must still go round. */
export async function runChaos(company: ChaosClients, { seed, injectFaults: strikes }: Options): Promise<ChaosResult> {
  const { cluster: stage, viewers } = company
  const forgetful = company.openForgetfulClient()
  const sum = (figure: (viewer: Viewer) => number): number => viewers.reduce((total, each) => total + figure(each), 0)
  await until(async () => [...viewers, forgetful].every(({ isConnected: isListening }) => isListening))
  const before = { returns: sum(({ reconnects: returns }) => returns), reloads: sum(({ reloads }) => reloads) }
  stage.day.control.clock({ speed: 20 })
  const writing = company.writer.write(randomFrom('writer', seed))
  const faults = await strikes(forgetful)
  for (const wire of stage.clientProxy.connections()) wire.delay(0)
  const over = performance.now()
  const [acknowledged, violations] = await Promise.all([writing.stop(), recoveryViolations(company)])
  const backAfter = Math.round(performance.now() - over)
  stage.day.control.clock({ speed: 0 })

  violations.push(...(await convergenceViolations(viewers)))
  const missed = (await differencesOf(forgetful)).map((each) => `forgetful client: ${each}`)
  violations.push(...(await writing.check()))
  for (const process of stage.processUrls()) violations.push(...(await unansweredPaths(process, viewers[0])))
  forgetful.close()
  // Everybody has gone from the silent wires by themselves. The server is never told, so they would stay for ever.
  for (const wire of stage.clientProxy.connections()) if (wire.isSilent()) wire.cut()
  // All that was told was committed before.
  const seen = viewers.map((viewer) => viewer.takeObservations())
  const [history] = await stage.query(async (sql) => [await company.changeLog.catchUp(sql)])
  if (!history) throw new Error('the log was not read')
  for (const [number, each] of seen.entries())
    violations.push(...violationsOf(each, history).map((violation) => `client ${number}: ${violation}`))
  return {
    violations,
    forgetfulViolations: [...violationsOf(forgetful.observations, history), ...missed],
    faults,
    messages: seen.flat().filter((each) => each.kind === 'shown' && each.source === 'message').length,
    reconnects: sum(({ reconnects: returns }) => returns) - before.returns,
    reloads: sum(({ reloads }) => reloads) - before.reloads,
    acknowledged,
    recoveryMs: backAfter,
  }
}

/** After the storm the source is read again, and everybody comes back. */
async function recoveryViolations({ cluster: stage, tournamentId, viewers }: ChaosClients): Promise<string[]> {
  const position = async (): Promise<number> => {
    const [row] = await stage.query(
      (sql) => sql<{ seq: number }[]>`select seq from tournaments where id = ${tournamentId}`,
    )
    return Number(row?.seq)
  }
  const over = performance.now()
  const end = await position()
  const quietly = (what: string, holds: () => Promise<boolean>): Promise<string[]> =>
    until(holds).then(
      () => [],
      () => [`${what} within ${retryTimeout / 1_000} s after the storm`],
    )
  return [
    ...(await quietly('nothing was recorded', async () => (await position()) > end)),
    ...(await quietly('not everybody was back', async () => viewers.every((viewer) => viewer.hasReceivedSince(over)))),
  ]
}

/** Every client must show what a fresh load shows: whatever it shows otherwise must not stand for long. */
async function convergenceViolations(viewers: readonly Viewer[]): Promise<string[]> {
  const standing = new Map<string, { since: number; looks: number }>()
  for (;;) {
    const wrong = (
      await Promise.all(
        viewers.map(async (viewer, number) =>
          (await differencesOf(viewer)).map((difference) => `client ${number}: ${difference}`),
        ),
      )
    ).flat()
    for (const known of standing.keys()) if (!wrong.includes(known)) standing.delete(known)
    const now = performance.now()
    for (const each of wrong) {
      const known = standing.get(each) ?? { since: now, looks: 0 }
      standing.set(each, { ...known, looks: known.looks + 1 })
    }
    if (wrong.length === 0) return []
    const late = [...standing].filter(([, { since, looks }]) => now - since > convergesWithin && looks > minimumChecks)
    if (late.length > 0) return late.map(([each]) => each)
    await wait(200)
  }
}

const differencesOf = async (viewer: Viewer): Promise<string[]> =>
  (await viewer.differences()) ?? ['the lists are not answered']

/** A process that came through must serve as before, its lists from memory and a follow from the database. */
async function unansweredPaths(url: string, viewer: Viewer | undefined): Promise<string[]> {
  const asked = ['/readyz', '/api/matches/upcoming', '/api/tournaments', '/api/athletes/followed']
  const answers = await Promise.all(
    asked.map(async (path) => {
      for (let tries = 0; tries < 5; tries++) if (await viewer?.get(path, url)) return []
      return [`${url} does not answer ${path}`]
    }),
  )
  return answers.flat()
}
