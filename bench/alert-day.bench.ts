// The first day of a city open for a power user with forty athletes: for each match, what the card showed an hour, half an hour
// and a quarter before its published time, which alerts the phone got, and when the match started. All clocks are simulated.
import { estimateOfMatch } from '#views/estimate.ts'
import type { Match } from '#domain/match.ts'
import { aheadOnMat } from '#domain/tournament-state.ts'
import { connect } from '#support/sql.ts'
import { type CityOpen, firstFights, openCityOpen } from '#support/city-open.ts'
import { startAlerts, startPushService } from '#support/push.ts'
import { median, print } from './figure.ts'

const second = 1_000
const minute = 60 * second
/** How often the alerts are checked, as in a running process. */
const step = 15 * second
/** The day ends when no followed match of it is left, or after this time. */
const longestDay = 12 * 60 * minute
/** Minutes before the published time at which the card is read. */
const horizons = [60, 30, 15] as const
/** A second near alert within this time of the first is a repetition; after a postponement it is none. */
const repetition = 30 * minute

type Card = { at: number; early: number; late: number; publishedAt: number }
type PhoneAlert = { at: number; kind: 'near' | 'moved' | 'result'; body: string }
type Log = {
  match: Match
  athlete: string
  cards: Map<number, Card>
  alerts: PhoneAlert[]
  startedAt: number | null
  endedAt: number | null
}

await using open = await openCityOpen()
await using service = await startPushService()
await subscribe(open)
const { world, tournamentId } = open
await using alerts = await startAlerts(world.store, service, world.clock)
const sql = connect(open.databaseUrl)
const logs = new Map<number, Log>()
const conflictAlerts: PhoneAlert[] = []
await world.pass(firstFights - 75 * minute - world.clock.now())
for (let ends = world.clock.now() + longestDay; world.clock.now() < ends && !isOver();) {
  await world.pass(step)
  readCards()
  await alerts.checkNow()
  await drained()
  takeAlerts()
  noteStarts()
}
await sql.end()
report()

/** Gives the follower a phone. */
async function subscribe({ world: { store } }: CityOpen): Promise<void> {
  const found = await store.accounts.findByEmail('follower@rollcall.example')
  const userId = found?.account.id ?? 0
  const token = await store.sessions.start({ userId, remember: true, userAgent: null, ip: null })
  const session = await store.sessions.verify(token)
  const { endpoint, keys, language } = service.subscribe()
  await store.push.subscribe({ userId, sessionId: session?.sessionId ?? 0 }, { endpoint, ...keys, language })
}

/** The followed athletes' matches of the day that are or were on a board. */
function followedMatches(): { match: Match; athlete: string }[] {
  const held = world.held(tournamentId)
  const day = held.state.tournament.days.find(({ dayNumber }) => dayNumber === 1)?.date
  return [...open.watched].flatMap((id) => {
    const athlete = held.athleteBySourceId(String(id))
    const matches = athlete ? held.matchesOfAthlete(athlete.id) : []
    return matches.flatMap((match) =>
      match.date === day && match.board !== 'unseen' && athlete ? [{ match, athlete: athlete.name }] : [],
    )
  })
}

function readCards(): void {
  const held = world.held(tournamentId)
  const now = world.clock.now()
  for (const { match, athlete } of followedMatches()) {
    const log = logs.get(match.id) ?? { match, athlete, cards: new Map(), alerts: [], startedAt: null, endedAt: null }
    log.match = match
    logs.set(match.id, log)
    if (match.board !== 'listed' || match.scheduledAt === null || match.mat === null) continue
    const ahead = aheadOnMat(match, held.listedOnMat(match.date, match.mat))
    const estimate = estimateOfMatch(held, match, ahead, now)
    const publishedAt = Date.parse(match.scheduledAt)
    for (const horizon of horizons) {
      const away = (publishedAt - now) / minute
      if (log.cards.has(horizon) || away > horizon || away < horizon / 2 || estimate.basis === 'schedule') continue
      log.cards.set(horizon, { at: estimate.at, early: estimate.early, late: estimate.late, publishedAt })
    }
  }
}

/** Waits until every queued alert has reached the phone. */
async function drained(): Promise<void> {
  for (;;) {
    const left = await sql`select 1 from jobs where kind = 'alert' limit 1`
    if (left.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

function takeAlerts(): void {
  const at = world.clock.now()
  for (const { tag, body } of service.inbox.splice(0)) {
    if (tag.startsWith('conflict')) conflictAlerts.push({ at, kind: 'near', body })
    const log = logs.get(Number(/^match-(\d+)$/.exec(tag)?.[1]))
    log?.alerts.push({ at, kind: kindOf(body), body })
  }
}

function kindOf(body: string): PhoneAlert['kind'] {
  if (/^(Corrected: )?(Won|Lost|Finished|.* won)\b/.test(body)) return 'result'
  return /^(On now|Up next|\d+ fights? to go|Soon)/.test(body) ? 'near' : 'moved'
}

/** Notes the true starts and ends. */
function noteStarts(): void {
  const held = world.held(tournamentId)
  const truth = new Map(
    world.simulator.truth(open.tournament).matches.map((real) => [`${real.categoryId}/${real.match}`, real]),
  )
  for (const log of logs.values()) {
    const category = held.state.categories.get(log.match.categoryId ?? 0)
    const real = truth.get(`${category?.bjjCompSystemId}/${log.match.matchNumber}`)
    if (real?.status === 'started' || (real?.endedAt && real.ending !== 'walkover')) log.startedAt ??= real.when
    log.endedAt ??= real?.endedAt ?? null
  }
}

function isOver(): boolean {
  const all = [...logs.values()]
  return (
    world.clock.now() > firstFights + 120 * minute &&
    all.every(({ endedAt, match }) => endedAt !== null && match.outcome !== null)
  )
}

function report(): void {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', minute: '2-digit' })
  const started = [...logs.values()]
    .filter((log): log is Log & { startedAt: number } => log.startedAt !== null)
    .toSorted((a, b) => a.startedAt - b.startedAt)
  console.log('  mat, athlete, card an hour before (window; published), alerts, start')
  for (const { match, athlete, cards, alerts: told, startedAt } of started) {
    const card = cards.get(60)
    const shown = card
      ? `about ${clock.format(card.at)} (${clock.format(card.early)} – ${clock.format(card.late)}; ${clock.format(card.publishedAt)})`
      : 'schedule'
    const said = told
      .map(({ at, body }) => `${clock.format(at)} ${body.split(' · ').slice(0, 2).join(', ')}`)
      .join('; ')
    console.log(`  ${match.mat}, ${athlete}: ${shown}; ${said}; ${clock.format(startedAt)}`)
  }
  console.log(`  conflicts told: ${conflictAlerts.length}`)
  const nearOf = ({ alerts: told }: Log) => told.filter(({ kind }) => kind === 'near')
  const late = started.filter((log) => !nearOf(log).some(({ at }) => at <= log.startedAt + minute))
  const repeated = started.filter((log) =>
    nearOf(log).some(({ at }, index, all) => at - (all[index - 1]?.at ?? -Infinity) < repetition),
  )
  const unresolved = started.filter(
    ({ alerts: told, match }) => match.outcome?.kind !== 'not-recorded' && !told.some(({ kind }) => kind === 'result'),
  )
  const twiceResolved = started.filter(
    ({ alerts: told }) =>
      told.filter(({ kind, body }) => kind === 'result' && !body.startsWith('Corrected')).length > 1,
  )
  const lead = started.flatMap((log) =>
    nearOf(log)
      .slice(0, 1)
      .map(({ at }) => (log.startedAt - at) / minute),
  )
  console.log(
    `  ${started.length} matches of ${open.watched.size} athletes; the near alert came ${median(lead).toFixed(0)} min before the start (median)`,
  )
  for (const { match, athlete, alerts: told, startedAt } of [...late, ...repeated, ...unresolved])
    console.log(
      `  look at: mat ${match.mat} ${athlete} ${clock.format(startedAt)}: ${told.map(({ at, body }) => `${clock.format(at)} ${body}`).join('; ')}`,
    )
  print('matches that started without a near alert', late.length, '', { most: 0 })
  print('matches with a near alert twice', repeated.length, '', { most: 0 })
  print('matches without an alert of their result', unresolved.length, '', { most: 0 })
  print('matches with a result twice', twiceResolved.length, '', { most: 0 })
  for (const horizon of horizons) {
    const judged = started.flatMap((log) => {
      const card = log.cards.get(horizon)
      return card ? [{ ...card, startedAt: log.startedAt }] : []
    })
    const share = (count: number): number => (100 * count) / Math.max(1, judged.length)
    // Starts are shown to the minute.
    const before = share(
      judged.filter(({ early, startedAt }) => startedAt < Math.floor(early / minute) * minute).length,
    )
    const after = share(judged.filter(({ late: edge, startedAt }) => startedAt > edge).length)
    const error = (key: 'at' | 'publishedAt'): number =>
      median(judged.map((each) => Math.abs(each[key] - each.startedAt) / minute))
    console.log(
      `  ${horizon} min before: ${judged.length} cards, ${(100 - before - after).toFixed(0)} % began inside, ${after.toFixed(0)} % after; ours were off by ${error('at').toFixed(1)} min, published by ${error('publishedAt').toFixed(1)}`,
    )
    print(`${horizon} min before, matches that began before their window`, before, '%', { most: 5 })
  }
}
