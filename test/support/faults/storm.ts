// What becomes of the company in bad weather: one run of faults over the stage, and the verdict afterwards.
import { randomFrom } from '../../../simulator/tournament/random.ts'
import type { Company } from './company.ts'
import { violationsOf } from './history.ts'
import { patience, until } from './patience.ts'
import { wait } from './stage.ts'
import type { Viewer } from './viewer.ts'

export type Verdict = {
  /** What must not be, one sentence each. */
  violations: string[]
  /** The same of a client that comes back without saying where it was. It did miss something: else the checker is blind. */
  forgetful: string[]
  faults: readonly string[]
  /** Of all clients together. */
  messages: number
  returns: number
  reloads: number
  acknowledged: number
  /** How long it took after the last fault, in ms, until the source was read again and everybody was back. */
  backAfter: number
}

type Options = {
  seed: number
  /** What strikes; resolves with its names when it is over. */
  strikes: (forgetful: Viewer) => Promise<readonly string[]>
}

/** Clients may need so long, once all is quiet, to show what is true (promise P3, figure of reliability 1.4). */
const convergesWithin = 5_000
/** A busy machine must have been asked so often before it is said to be late. */
const leastLooks = 10

/** Everybody is there, the fights go on, faults strike; when it is over a change must still go round. */
export async function sitThrough(company: Company, { seed, strikes }: Options): Promise<Verdict> {
  const { stage, viewers } = company
  const forgetful = company.forgetfulOne()
  const sum = (figure: (viewer: Viewer) => number): number => viewers.reduce((total, each) => total + figure(each), 0)
  await until(async () => [...viewers, forgetful].every(({ isListening }) => isListening))
  const before = { returns: sum(({ returns }) => returns), reloads: sum(({ reloads }) => reloads) }
  stage.day.control.clock({ speed: 20 })
  const writing = company.writer.write(randomFrom('writer', seed))
  const faults = await strikes(forgetful)
  for (const wire of stage.front.wires()) wire.delay(0)
  const over = performance.now()
  const [acknowledged, violations] = await Promise.all([writing.stop(), aftermath(company)])
  const backAfter = Math.round(performance.now() - over)
  stage.day.control.clock({ speed: 0 })

  violations.push(...(await convergence(viewers)))
  const missed = (await differencesOf(forgetful)).map((each) => `forgetful client: ${each}`)
  violations.push(...(await writing.check()))
  for (const process of stage.processes()) violations.push(...(await ailmentsOf(process, viewers[0])))
  forgetful.leave()
  // Everybody has gone from the silent wires by themselves. The server is never told, so they would stay for ever.
  for (const wire of stage.front.wires()) if (wire.isSilent()) wire.cut()
  // All that was told was committed before.
  const seen = viewers.map((viewer) => viewer.turnPage())
  const [history] = await stage.query(async (sql) => [await company.log.playOn(sql)])
  if (!history) throw new Error('the log was not read')
  for (const [number, each] of seen.entries())
    violations.push(...violationsOf(each, history).map((violation) => `client ${number}: ${violation}`))
  return {
    violations,
    forgetful: [...violationsOf(forgetful.seen, history), ...missed],
    faults,
    messages: seen.flat().filter((each) => each.kind === 'shown' && each.from === 'message').length,
    returns: sum(({ returns }) => returns) - before.returns,
    reloads: sum(({ reloads }) => reloads) - before.reloads,
    acknowledged,
    backAfter,
  }
}

/** After the storm the source is read again, and everybody comes back. */
async function aftermath({ stage, tournamentId, viewers }: Company): Promise<string[]> {
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
      () => [`${what} within ${patience / 1_000} s after the storm`],
    )
  return [
    ...(await quietly('nothing was recorded', async () => (await position()) > end)),
    ...(await quietly('not everybody was back', async () => viewers.every((viewer) => viewer.hearsSince(over)))),
  ]
}

/** Every client must show what a fresh load shows: whatever it shows otherwise must not stand for long. */
async function convergence(viewers: readonly Viewer[]): Promise<string[]> {
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
    const late = [...standing].filter(([, { since, looks }]) => now - since > convergesWithin && looks > leastLooks)
    if (late.length > 0) return late.map(([each]) => each)
    await wait(200)
  }
}

const differencesOf = async (viewer: Viewer): Promise<string[]> =>
  (await viewer.differences()) ?? ['the lists are not answered']

/** A process that came through must serve as before, its lists from memory and a follow from the database. */
async function ailmentsOf(url: string, viewer: Viewer | undefined): Promise<string[]> {
  const asked = ['/readyz', '/api/matches/upcoming', '/api/tournaments', '/api/athletes/followed']
  const answers = await Promise.all(
    asked.map(async (path) => {
      for (let tries = 0; tries < 5; tries++) if (await viewer?.get(path, url)) return []
      return [`${url} does not answer ${path}`]
    }),
  )
  return answers.flat()
}
