// One simulated day of bench/alert-day.bench.ts, in a process of its own, so that several days run concurrently: the first day
// of a city open for a power user with forty athletes. All clocks are simulated. Sends one DayReport to its parent.
import { estimateOfMatch } from '#views/estimate.ts'
import type { Alert } from '#domain/alert.ts'
import type { Match } from '#domain/match.ts'
import { aheadOnMat } from '#domain/tournament-state.ts'
import { queuedAlerts, recordQueuedAlerts, repeatedAlerts } from '#support/faults/alert-history.ts'
import { connect } from '#support/sql.ts'
import { type CityOpen, firstFights, openCityOpen } from '#support/city-open.ts'
import { startAlerts, startPushService } from '#support/push.ts'

const second = 1_000
const minute = 60 * second
/** How often the alerts are checked, as in a running process. */
const step = 15 * second
/** The day ends when all followed matches are over, or after this time. */
const longestDay = 12 * 60 * minute
/** Minutes before the published time. For each, a match's card is read once, while this many to half as many minutes are left. */
const horizons = [60, 30, 15] as const
export type Horizon = (typeof horizons)[number]

export type Card = { at: number; early: number; late: number; publishedAt: number }
export type PhoneAlert = {
  at: number
  kind: 'near' | 'near again' | 'moved' | 'result'
  isCorrection: boolean
  body: string
}
/** What the card and the phone showed about a match that started, and its actual start; instants in epoch ms. */
export type MatchLog = {
  id: number
  mat: number | null
  athlete: string
  /** Whether the athlete is followed, so that there are alerts. */
  isFollowed: boolean
  hasResult: boolean
  cards: Partial<Record<Horizon, Card>>
  alerts: PhoneAlert[]
  startedAt: number
}
/** An alert at the instant `at` that two matches conflict. */
export type ConflictAlert = { at: number; pair: [number, number] }
export type DayReport = {
  matches: MatchLog[]
  conflicts: ConflictAlert[]
  /** The alerts of any kind that repeated a fact, one sentence each. */
  repeated: string[]
}

type MatchAlert = Extract<Alert, { about: 'match' }>
type Log = Omit<MatchLog, 'id' | 'startedAt' | 'mat' | 'hasResult'> & {
  match: Match
  startedAt: number | null
  endedAt: number | null
}

// The parent has received the report, or has ended.
process.once('disconnect', () => process.exit())
process.send?.(await runDay(Number(process.argv[2])))

/** Simulates the day of a seed. */
async function runDay(seed: number): Promise<DayReport> {
  await using open = await openCityOpen({ seed })
  await using service = await startPushService()
  await subscribe(open, service)
  const { system } = open
  await using alerts = await startAlerts(system.store, service, system.clock)
  const sql = connect(open.databaseUrl)
  // The database's clock is not simulated: without this, the follows and the device would date from the real time.
  const beganAt = new Date(system.clock.now()).toISOString()
  await sql`update user_followed_athletes set created_at = ${beganAt}`
  await sql`update push_devices set created_at = ${beganAt}`
  await recordQueuedAlerts(sql)
  const logs = new Map<number, Log>()
  /** When the alerts of conflicts arrived, by tag. */
  const conflictsAt = new Map<string, number>()
  await system.pass(firstFights - 75 * minute - system.clock.now(), minute)
  for (
    const endsAt = system.clock.now() + longestDay;
    system.clock.now() < endsAt && !isOver(logs, system.clock.now());
  ) {
    await system.pass(step, step)
    readCards(open, logs)
    await alerts.checkNow()
    // Every queued alert reaches the phone.
    while ((await sql`select 1 from jobs where kind = 'alert' limit 1`).length > 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    const received = service.inbox.splice(0)
    const queued = received.length > 0 ? await queuedAlerts(sql) : []
    for (const { tag, body } of received) {
      if (tag.startsWith('conflict')) conflictsAt.set(tag, system.clock.now())
      const log = logs.get(Number(/^match-(\d+)$/.exec(tag)?.[1]))
      const alert = queued.findLast((each) => each.tag === tag)?.alert
      if (alert?.about === 'match') log?.alerts.push({ at: system.clock.now(), ...kindOf(alert), body })
    }
    recordActualTimes(open, logs)
  }
  const queued = await queuedAlerts(sql)
  await sql.end()
  const conflicts = queued.flatMap(({ tag, alert }) =>
    alert.about === 'conflict' ? alert.pairs.map((pair) => ({ at: conflictsAt.get(tag) ?? Infinity, pair })) : [],
  )
  const matches = [...logs.values()].flatMap(({ match, startedAt, endedAt: _endedAt, ...log }) =>
    startedAt === null
      ? []
      : [{ ...log, id: match.id, mat: match.mat, hasResult: match.outcome?.kind !== 'not-recorded', startedAt }],
  )
  return { matches: matches.toSorted((a, b) => a.startedAt - b.startedAt), conflicts, repeated: repeatedAlerts(queued) }
}

type Service = Awaited<ReturnType<typeof startPushService>>

/** Gives the follower a phone. */
async function subscribe({ system: { store } }: CityOpen, service: Service): Promise<void> {
  const found = await store.accounts.findByEmail('follower@rollcall.example')
  const userId = found?.account.id ?? 0
  const token = await store.sessions.start({ userId, remember: true, userAgent: null, ip: null })
  const session = await store.sessions.verify(token)
  const { endpoint, keys, language } = service.subscribe()
  await store.push.subscribe({ userId, sessionId: session?.sessionId ?? 0 }, { endpoint, ...keys, language })
}

/** Adds the matches of the day that have appeared on a board to the logs, and reads the cards of those still on a board. */
function readCards({ system, tournamentId, watched }: CityOpen, logs: Map<number, Log>): void {
  const held = system.held(tournamentId)
  const now = system.clock.now()
  const day = held.state.tournament.days.find(({ dayNumber }) => dayNumber === 1)?.date
  for (const match of held.state.matches.values()) {
    if (match.date !== day || match.board === 'unseen') continue
    const known = logs.get(match.id) ?? { cards: {}, alerts: [], startedAt: null, endedAt: null }
    const log: Log = { ...known, match, ...athleteOf(match, watched) }
    logs.set(match.id, log)
    if (match.board !== 'listed' || match.scheduledAt === null || match.mat === null) continue
    const publishedAt = Date.parse(match.scheduledAt)
    const minutesLeft = (publishedAt - now) / minute
    const due = horizons.filter(
      (horizon) => !log.cards[horizon] && minutesLeft <= horizon && minutesLeft >= horizon / 2,
    )
    if (due.length === 0) continue
    const estimate = estimateOfMatch(held, match, aheadOnMat(match, held.listedOnMat(match.date, match.mat)), now)
    if (estimate.basis === 'schedule') continue
    const { at, early, late } = estimate
    for (const horizon of due) log.cards[horizon] = { at, early, late, publishedAt }
  }
}

/** The name of a match's followed athlete, else of its first known athlete, and whether the athlete is followed. */
function athleteOf(match: Match, watched: ReadonlySet<number>): Pick<Log, 'athlete' | 'isFollowed'> {
  const sides = match.sides.flatMap((side) => (side.kind === 'athlete' ? [side] : []))
  const followed = sides.find(({ bjjCompSystemId }) => watched.has(Number(bjjCompSystemId)))
  return { athlete: (followed ?? sides[0])?.name ?? '', isFollowed: followed !== undefined }
}

function kindOf({ news }: MatchAlert): Pick<PhoneAlert, 'kind' | 'isCorrection'> {
  const isCorrection = news.corrected
  if (news.kinds.includes('result')) return { kind: 'result', isCorrection }
  if (news.kinds.includes('near')) return { kind: news.again ? 'near again' : 'near', isCorrection }
  return { kind: 'moved', isCorrection }
}

/** Records the true starts and ends. */
function recordActualTimes({ system, tournamentId, tournament }: CityOpen, logs: Map<number, Log>): void {
  const held = system.held(tournamentId)
  const truth = new Map(
    system.simulator.truth(tournament).matches.map((real) => [`${real.categoryId}/${real.match}`, real]),
  )
  for (const log of logs.values()) {
    const category = held.state.categories.get(log.match.categoryId ?? 0)
    const real = truth.get(`${category?.bjjCompSystemId}/${log.match.matchNumber}`)
    if (real?.status === 'started' || (real?.endedAt && real.ending !== 'walkover')) log.startedAt ??= real.when
    log.endedAt ??= real?.endedAt ?? null
  }
}

function isOver(logs: Map<number, Log>, now: number): boolean {
  const all = [...logs.values()].filter(({ isFollowed }) => isFollowed)
  return (
    now > firstFights + 120 * minute && all.every(({ endedAt, match }) => endedAt !== null && match.outcome !== null)
  )
}
