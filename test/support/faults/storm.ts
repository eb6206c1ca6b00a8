// A seeded storm over the stage, the clients that sit through it, and the verdict afterwards.
import type { FollowedResponse } from '#contract/athletes.ts'
import type { MatchesResponse } from '#contract/matches.ts'
import { randomFrom, type Random } from '../../../simulator/tournament/random.ts'
import { Visitor } from '#support/visitor.ts'
import { factsOf, type History, readHistory, violationsOf } from './history.ts'
import { type Stage, wait } from './stage.ts'
import { Viewer } from './viewer.ts'
import { type Writer, writerAs } from './writer.ts'

const noHistory: History = new Map()

export type Verdict = {
  /** What must not be, one sentence each. */
  violations: string[]
  /** The same of a client that comes back without saying where it was. It did miss something: else the checker is blind. */
  forgetful: string[]
  faults: FaultKind[]
  /** Of all clients together. */
  messages: number
  returns: number
  reloads: number
  acknowledged: number
  changes: number
}

type Options = {
  seed: number
  /** How often all faults come, each time in another order. */
  rounds?: number
}

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

/** One round; the blackout comes first. */
const round: readonly FaultKind[] = [
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

const clients = 20
const follows = 8
/** The forgetful client follows so many of the 80 athletes: it must be one of theirs who fights in the dark. */
const followedByForgetful = 40
/** Clients may need so long, once all is quiet, to show what is true (promise P3, figure of reliability 1.4). */
const convergesWithin = 5_000
/** A busy machine must have been asked so often before it is said to be late. */
const leastLooks = 10

type Cast = {
  tournamentId: number
  athleteIds: number[]
  viewers: Viewer[]
  forgetful: Viewer
  writer: Writer
}

/**
 * Everybody comes, all faults strike in the order that the seed decides, and when it is over a change must still go round.
 * The first fault is a blackout that lasts until fights have ended meanwhile: nobody can come out of it unharmed who is
 * not told what was missed.
 */
export async function sitThrough(stage: Stage, { seed, rounds = 1 }: Options): Promise<Verdict> {
  const random = randomFrom('storm', seed)
  const cast = await gather(stage, random)
  const { tournamentId, athleteIds, viewers, forgetful } = cast
  const everybody = [...viewers, forgetful]
  await until(async () => everybody.every(({ isListening }) => isListening))
  stage.day.control.clock({ speed: 20 })
  const writing = cast.writer.write(randomFrom('writer', seed))
  const faults = Array.from({ length: rounds }, () => ['blackout' as const, ...random.shuffle(round)]).flat()
  for (const kind of faults) {
    await strike(kind, stage, cast, random)
    await wait(random.int(500, 2_000))
  }
  for (const wire of stage.front.wires()) wire.delay(0)
  const acknowledged = await writing.stop()
  const violations = await aftermath(stage, tournamentId, viewers)
  stage.day.control.clock({ speed: 0 })

  violations.push(...(await convergence(viewers)))
  const missed = (await differencesOf(forgetful)).map((each) => `forgetful client: ${each}`)
  violations.push(...(await writing.check()))
  for (const process of stage.processes()) violations.push(...(await ailmentsOf(process, viewers[0])))
  for (const viewer of everybody) viewer.leave()
  const [history] = await stage.query(async (sql) => [await readHistory(sql, tournamentId, athleteIds)])
  for (const [number, viewer] of viewers.entries())
    violations.push(...violationsOf(viewer.seen, history ?? noHistory).map((each) => `client ${number}: ${each}`))
  // Without end no silent wire would go: those that nobody uses any more are kept for other requests by this process.
  for (const wire of stage.front.wires()) wire.cut()
  const sum = (figure: (viewer: Viewer) => number): number => viewers.reduce((total, each) => total + figure(each), 0)
  return {
    violations,
    forgetful: [...violationsOf(forgetful.seen, history ?? noHistory), ...missed],
    faults,
    messages: sum(({ seen }) => seen.filter((each) => each.kind === 'shown' && each.from === 'message').length),
    returns: sum(({ returns }) => returns),
    reloads: sum(({ reloads }) => reloads),
    acknowledged,
    changes: new Set([...(history ?? noHistory).values()].flatMap((spans) => spans.map(({ from }) => from))).size,
  }
}

/** Users who added the tournament and follow some of its athletes, each with a client; and one who only writes. */
async function gather(stage: Stage, random: Random): Promise<Cast> {
  const [writer, forgetful, ...others] = await Promise.all(
    Array.from({ length: clients + 2 }, () => patiently(() => new Visitor(stage.url).signUp())),
  )
  if (!writer || !forgetful) throw new Error('nobody came')
  const add = (visitor: Visitor) =>
    patiently(() => visitor.ask('addTournaments', { body: { tournaments: [{ value: '3105' }] }, ...freshWire }))
  await patiently(() => writer.ask('availableTournaments', freshWire))
  const added = await add(writer)
  const tournamentId = added.tournaments[0]?.id ?? 0
  await patiently(async () => {
    const { tournament } = await writer.ask('tournament', { id: tournamentId, ...freshWire })
    if (tournament.import.state !== 'done') throw new Error('the import is not over')
  })
  const rows = await stage.query(
    (sql) => sql<{ id: number }[]>`select id from athletes where tournament_id = ${tournamentId} order by id`,
  )
  const athleteIds = rows.map(({ id }) => id)
  const begin = async (visitor: Visitor, ids: readonly number[]): Promise<void> => {
    await add(visitor)
    for (const id of ids) await patiently(() => visitor.ask('follow', { id, ...freshWire }))
  }
  const choices = others.map(() => random.shuffle(athleteIds).slice(0, follows))
  await Promise.all([
    begin(forgetful, random.shuffle(athleteIds).slice(0, followedByForgetful)),
    ...others.map((visitor, number) => begin(visitor, choices[number] ?? [])),
  ])
  const view = ({ cookie = '' }: Visitor, url: string, resumes: boolean): Viewer =>
    new Viewer({ url, cookie, tournamentId, resumes, random: Math.random })
  return {
    tournamentId,
    athleteIds,
    // Without anybody who looks, the source would be read so seldom that little could be missed.
    viewers: others.map((visitor, number) => view(visitor, number === 0 ? stage.inside : stage.url, true)),
    forgetful: view(forgetful, stage.url, false),
    writer: writerAs(writer, athleteIds),
  }
}

/** A request on a wire that fell silent would wait as long as this process keeps it: each takes a new one. */
const freshWire = { headers: { connection: 'close' } }

/** In ms, for what a busy machine may take long for. */
const patience = 120_000

/** Again and again until it works. */
async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  for (;;)
    try {
      return await act()
    } catch (error) {
      if (performance.now() - began > patience) throw error
      await wait(300)
    }
}

const until = (holds: () => Promise<boolean>): Promise<void> =>
  patiently(async () => {
    if (!(await holds())) throw new Error(`did not come true: ${holds.toString()}`)
  })

async function strike(kind: FaultKind, stage: Stage, cast: Cast, random: Random): Promise<void> {
  const wires = random.shuffle(stage.front.wires())
  const some = wires.slice(0, Math.ceil(wires.length / 4))
  switch (kind) {
    case 'blackout':
      return stage.blackOut(() => fightsEnd(stage, cast))
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
      for (const viewer of random.shuffle(cast.viewers).slice(0, 4)) viewer.doubleUp()
      return
    case 'kill':
      return stage.killProcess(random.pick(stage.up()), random.int(0, 2_000))
    case 'freeze':
      return stage.freezeProcess(random.pick(stage.up()), random.int(2_000, 6_000))
    case 'partition':
      return stage.partition(random.pick(stage.up()), () => wait(random.int(2_000, 8_000)))
    case 'database':
      return stage.crashDatabase()
  }
}

/** Until two fights have ended, and every process knows, which the forgetful client follows and does not show as over. */
async function fightsEnd(stage: Stage, { forgetful }: Cast): Promise<void> {
  const completedAt = async (url: string): Promise<string[]> => {
    const list = await forgetful.get<MatchesResponse>('/api/matches/completed', url)
    return (list?.matches ?? []).map(({ athleteId, id }) => `${athleteId}/${id}`)
  }
  const before = new Set(await patiently(() => completedAt(stage.inside)))
  const isNew = (key: string): boolean => {
    const shown = forgetful.shown.get(key)
    return (
      !before.has(key) && shown !== undefined && shown.item.status !== 'finished' && shown.item.status !== 'cancelled'
    )
  }
  await until(async () => {
    const lists = await Promise.all(stage.processes().map(completedAt))
    return lists.every((keys) => keys.filter(isNew).length >= 2)
  })
}

/** After the storm the source is read again, and everybody comes back. */
async function aftermath(stage: Stage, tournamentId: number, viewers: readonly Viewer[]): Promise<string[]> {
  const position = async (): Promise<number> => {
    const [row] = await stage.query(
      (sql) => sql<{ seq: string }[]>`select seq from tournaments where id = ${tournamentId}`,
    )
    return Number(row?.seq)
  }
  const end = await position()
  const quietly = (what: string, holds: () => Promise<boolean>): Promise<string[]> =>
    until(holds).then(
      () => [],
      () => [`${what} within ${patience / 1_000} s after the storm`],
    )
  return [
    ...(await quietly('nothing was recorded', async () => (await position()) > end)),
    ...(await quietly('not everybody was back', async () => viewers.every(({ isListening }) => isListening))),
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

async function differencesOf(viewer: Viewer): Promise<string[]> {
  const [upcoming, completed, followed] = await Promise.all([
    viewer.get<MatchesResponse>('/api/matches/upcoming'),
    viewer.get<MatchesResponse>('/api/matches/completed'),
    viewer.get<FollowedResponse>('/api/athletes/followed'),
  ])
  if (!upcoming || !completed || !followed) return ['the lists are not answered']
  return [...upcoming.matches, ...completed.matches].flatMap((item) => {
    const shown = viewer.shown.get(`${item.athleteId}/${item.id}`)
    if (!shown) return [`does not show ${item.athleteId}/${item.id}`]
    return factsOf(shown.item) === factsOf(item) ? [] : [`shows ${item.athleteId}/${item.id} as it was`]
  })
}

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
