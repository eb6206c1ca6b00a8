// A seeded storm over the stage, the clients that sit through it, and the verdict afterwards.
import type { FollowedResponse } from '#contract/athletes.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import { randomFrom, type Random } from '../../../simulator/tournament/random.ts'
import { Visitor } from '#support/visitor.ts'
import { factsOf, readHistory, violationsOf } from './history.ts'
import { type Stage, wait } from './stage.ts'
import { Viewer } from './viewer.ts'

export type Verdict = {
  /** What must not be, one sentence each. */
  violations: string[]
  faults: string[]
  /** Of all clients together. */
  messages: number
  returns: number
  reloads: number
  acknowledged: number
  changes: number
}

type Options = {
  seed: number
  /** How long faults strike, in ms. */
  lasts: number
  clients?: number
  /** False for clients that come back without saying where they were. */
  resumes?: boolean
  /** Only faults of these kinds; all by default. */
  only?: readonly FaultKind[]
}

export type FaultKind = 'cut' | 'cut all' | 'blackout' | 'silence' | 'delay' | 'double' | 'kill' | 'freeze' | 'database'

/** How likely each fault is; the rare ones take the longest to get over. */
const likely: readonly FaultKind[] = Object.entries({
  cut: 3,
  'cut all': 1,
  blackout: 1,
  silence: 2,
  delay: 2,
  double: 2,
  kill: 2,
  freeze: 1,
  database: 1,
} satisfies Record<FaultKind, number>).flatMap(([kind, times]) => Array<FaultKind>(times).fill(kind as FaultKind))

/** Clients may need so long, once all is quiet, to show what is true (promise P3, figure of reliability 1.4). */
const convergesWithin = 5_000
const follows = 8

export async function sitThrough(stage: Stage, options: Options): Promise<Verdict> {
  const random = randomFrom('storm', options.seed)
  const { tournamentId, athleteIds, viewers, writer } = await gather(stage, options, random)
  stage.day.control.clock({ speed: 20 })
  // The storm begins when everybody is there and the first change has gone round.
  await patiently(async () => {
    if (!viewers.some(({ seen }) => seen.some((each) => each.kind === 'shown' && each.from === 'message')))
      throw new Error('nobody was told of a change')
    if (!viewers.every(({ isListening }) => isListening)) throw new Error('somebody is not there')
  })
  const faults: string[] = []
  const writing = writer.write(random)
  const end = performance.now() + options.lasts
  while (performance.now() < end) {
    const kind = random.pick(options.only ?? likely)
    faults.push(kind)
    await strike(kind, stage, viewers, random)
    await wait(random.int(500, 3_000))
  }
  for (const wire of stage.front.wires()) wire.delay(0)
  const acknowledged = await writing.stop()
  stage.day.control.clock({ speed: 0 })
  await settle(stage, tournamentId)

  const violations = await converge(stage, viewers)
  violations.push(...(await writing.check()))
  for (const process of stage.processes()) violations.push(...(await ailmentsOf(process, viewers[0])))
  const history = await stage.query(async (sql) => [await readHistory(sql, tournamentId, athleteIds)])
  for (const [number, viewer] of viewers.entries())
    violations.push(...violationsOf(viewer.seen, history[0] ?? new Map()).map((each) => `client ${number}: ${each}`))
  for (const viewer of viewers) viewer.leave()
  const sum = (figure: (viewer: Viewer) => number): number => viewers.reduce((total, each) => total + figure(each), 0)
  return {
    violations,
    faults,
    messages: sum(({ seen }) => seen.filter((each) => each.kind === 'shown' && each.from === 'message').length),
    returns: sum(({ returns }) => returns),
    reloads: sum(({ reloads }) => reloads),
    acknowledged,
    changes: new Set([...(history[0]?.values() ?? [])].flatMap((spans) => spans.map(({ from }) => from))).size,
  }
}

/** Users who added the tournament and follow some of its athletes, each with a client; and one who only writes. */
async function gather(stage: Stage, { clients = 20, resumes = true }: Options, random: Random) {
  const [first, ...others] = await Promise.all(
    Array.from({ length: clients + 1 }, () => patiently(() => new Visitor(stage.url).signUp())),
  )
  if (!first) throw new Error('nobody came')
  const add = (visitor: Visitor) =>
    patiently(() => visitor.ask('addTournaments', { body: { tournaments: [{ value: '3105' }] } }))
  await patiently(() => first.ask('availableTournaments'))
  const tournamentId = (await add(first)).tournaments[0]?.id ?? 0
  await patiently(async () => {
    const { tournament } = await first.ask('tournament', { id: tournamentId })
    if (tournament.import.state !== 'done') throw new Error('the import is not over')
  })
  const rows = await stage.query(
    (sql) => sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId} order by id`,
  )
  const athleteIds = rows.map(({ id }) => id)
  for (const visitor of others) {
    await add(visitor)
    for (const id of random.shuffle(athleteIds).slice(0, follows)) await patiently(() => visitor.ask('follow', { id }))
  }
  // Without anybody who looks, the source would be read so seldom that little could be missed.
  const urlOf = (number: number): string => (number === 0 ? stage.inside : stage.url)
  const viewers = others.map(
    ({ cookie = '' }, number) => new Viewer({ url: urlOf(number), cookie, tournamentId, resumes, random: random.next }),
  )
  return { tournamentId, athleteIds, viewers, writer: writerAs(first, athleteIds) }
}

/** Again and again until it works. */
async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++)
    try {
      return await act()
    } catch (error) {
      if (tries > 400) throw error
      await wait(300)
    }
}

/** Somebody who follows and unfollows all the time, and remembers what the server said that it did (promise P5). */
function writerAs(visitor: Visitor, athleteIds: readonly number[]) {
  return {
    write(random: Random) {
      const known = new Map<number, boolean | null>()
      let isOver = false
      let acknowledged = 0
      const over = (async () => {
        while (!isOver) {
          const id = random.pick(athleteIds)
          const follows = known.get(id) !== true
          known.set(id, null)
          const answer = await visitor
            .fetch(`/api/athletes/${id}/follow`, {
              method: follows ? 'POST' : 'DELETE',
              signal: AbortSignal.timeout(6_000),
            })
            .catch(() => null)
          // What was said to be missing was not followed; any other answer says nothing.
          if (answer?.ok || (answer?.status === 404 && !follows)) {
            known.set(id, follows)
            acknowledged++
          }
          await wait(300)
        }
      })()
      return {
        async stop() {
          isOver = true
          await over
          return acknowledged
        },
        async check() {
          const { athletes } = await patiently(() => visitor.ask('followedAthletes'))
          const followed = new Set(athletes.map(({ id }) => id))
          return [...known].flatMap(([id, follows]) =>
            follows !== null && followed.has(id) !== follows
              ? [`forgotten: ${follows ? 'the follow' : 'the unfollow'} of ${id} was acknowledged`]
              : [],
          )
        },
      }
    },
  }
}

async function strike(kind: FaultKind, stage: Stage, viewers: readonly Viewer[], random: Random): Promise<void> {
  const wires = random.shuffle(stage.front.wires())
  const some = wires.slice(0, Math.ceil(wires.length / 4))
  switch (kind) {
    case 'cut':
      for (const wire of some) wire.cut()
      return
    case 'cut all':
      for (const wire of wires) wire.cut()
      return
    case 'blackout':
      // Longer than any board waits for its next reading.
      return stage.blackOut(25_000)
    case 'silence':
      for (const wire of some) wire.silence()
      return
    case 'delay': {
      const ms = random.int(100, 1_500)
      for (const wire of some) wire.delay(ms)
      return
    }
    case 'double':
      for (const viewer of random.shuffle(viewers).slice(0, 4)) viewer.doubleUp()
      return
    case 'kill':
      return stage.killProcess(random.pick(stage.up()), random.int(0, 2_000))
    case 'freeze':
      return stage.freezeProcess(random.pick(stage.up()), random.int(2_000, 6_000))
    case 'database':
      return stage.crashDatabase()
  }
}

/** A process that came through must serve as before, its list from memory and a follow from the database. */
async function ailmentsOf(url: string, viewer: Viewer | undefined): Promise<string[]> {
  const began = performance.now()
  const asked = ['/readyz', '/api/matches/upcoming', '/api/tournaments', '/api/athletes/followed']
  const answers = await Promise.all(asked.map(async (path) => [path, await viewer?.get(path, url)] as const))
  const unanswered = answers.flatMap(([path, answer]) => (answer ? [] : [`${url} does not answer ${path}`]))
  const took = performance.now() - began
  return took > 2_000 ? [...unanswered, `${url} took ${Math.round(took)} ms to answer`] : unanswered
}

/** Waits until nothing new has been recorded for longer than any page's interval. */
async function settle(stage: Stage, tournamentId: number): Promise<void> {
  let [last, since] = ['', performance.now()]
  while (performance.now() - since < 22_000) {
    const [row] = await stage.query(
      (sql) => sql<{ seq: string }[]>`select seq from tournaments where id = ${tournamentId}`,
    )
    if (row && row.seq !== last) [last, since] = [row.seq, performance.now()]
    await wait(500)
  }
}

/** Every client must show what a fresh load shows. */
async function converge(stage: Stage, viewers: readonly Viewer[]): Promise<string[]> {
  const end = performance.now() + convergesWithin
  for (;;) {
    const wrong = (await Promise.all(viewers.map(async (viewer, number) => differencesOf(viewer, number)))).flat()
    if (wrong.length === 0 || performance.now() > end) return wrong
    await wait(200)
  }
}

async function differencesOf(viewer: Viewer, number: number): Promise<string[]> {
  const [upcoming, completed, followed] = await Promise.all([
    viewer.get<MatchesResponse>('/api/matches/upcoming'),
    viewer.get<MatchesResponse>('/api/matches/completed'),
    viewer.get<FollowedResponse>('/api/athletes/followed'),
  ])
  if (!upcoming || !completed || !followed) return [`client ${number}: the lists are not answered`]
  return [...upcoming.matches, ...completed.matches].flatMap((item) => {
    const shown = viewer.shown.get(`${item.athleteId}/${item.id}`)
    if (!shown) return [`client ${number}: does not show ${item.athleteId}/${item.id}`]
    return factsOf(shown.item) === factsOf(item)
      ? []
      : [`client ${number}: shows ${item.athleteId}/${item.id} as it was`]
  })
}
