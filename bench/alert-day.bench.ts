// The first day of a city open for a power user with forty athletes: for each match, what the card showed an hour, half an hour
// and a quarter of an hour before its published time, which alerts the phone got, and when the match started. All clocks are
// simulated.
//   npm run bench alert-day -- --seeds N --seed FIRST
// plays N days (one by default), two at a time, and prints each day, the table of the first one and the figures of all.
import { fork } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { Card, DayReport, Horizon, MatchLog, PhoneAlert } from './alert-day-process.ts'
import { nextMessageOf } from './child-message.ts'
import { median, print } from './figure.ts'

const minute = 60_000
/** The number of days that run concurrently. */
const parallel = 2
const horizons: readonly Horizon[] = [60, 30, 15]

const { values: options } = parseArgs({
  options: { seeds: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
})
const seeds = Array.from({ length: Number(options.seeds) }, (_, index) => Number(options.seed) + index)
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Chicago', hour: '2-digit', minute: '2-digit' })

const reports = new Map<number, DayReport>()
const waiting = [...seeds]
await Promise.all(
  Array.from({ length: Math.min(parallel, seeds.length) }, async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const report = await dayOf(seed)
      reports.set(seed, report)
      printDay(seed, report)
    }
  }),
)
const first = reports.get(Number(options.seed))
if (first) printTable(first)
printFigures([...reports.values()])

/** Simulates a day in a separate process. */
async function dayOf(seed: number): Promise<DayReport> {
  const child = fork(new URL('./alert-day-process.ts', import.meta.url), [String(seed)])
  const report = await nextMessageOf<DayReport>(child, `the day of seed ${seed}`)
  child.disconnect()
  return report
}

function printTable({ matches }: DayReport): void {
  console.log('  mat, athlete: cards 60, 30 and 15 min before (window; published); alerts; start')
  for (const { mat, athlete, cards, alerts, startedAt } of followedOf(matches)) {
    const shown = horizons
      .map((horizon) => cards[horizon])
      .map((card) => (card ? `${textOf(card)}, began ${outcomeOf(card, startedAt)}` : 'schedule'))
      .join(' | ')
    const alertTexts = alerts
      .map(({ at, body }) => `${clock.format(at)} ${body.split(' · ').slice(0, 2).join(', ')}`)
      .join('; ')
    console.log(`  ${mat}, ${athlete}: ${shown}; ${alertTexts}; ${clock.format(startedAt)}`)
  }
}

/** 'about 14:27 (14:18 – 14:42; 14:31)' */
function textOf({ at, early, late, publishedAt }: Card): string {
  return `about ${clock.format(at)} (${clock.format(early)} – ${clock.format(late)}; ${clock.format(publishedAt)})`
}

function outcomeOf({ early, late }: Card, startedAt: number): 'before it' | 'inside' | 'after it' {
  // Starts are shown to the minute.
  if (startedAt < Math.floor(early / minute) * minute) return 'before it'
  return startedAt > late ? 'after it' : 'inside'
}

/** The faulty alerts of some matches. */
function faultsOf(matches: readonly MatchLog[]) {
  const count = ({ alerts }: MatchLog, kind: PhoneAlert['kind']): number =>
    alerts.filter((alert) => alert.kind === kind && !alert.isCorrection).length
  return {
    missed: matches.filter(
      ({ alerts, startedAt }) => !alerts.some(({ kind, at }) => kind === 'near' && at <= startedAt + minute),
    ),
    repeated: matches.filter((match) => count(match, 'near') > 1 || count(match, 'near again') > 1),
    withoutResult: matches.filter((match) => match.hasResult && count(match, 'result') === 0),
    resultTwice: matches.filter((match) => count(match, 'result') > 1),
  }
}

/**
 * The number of cards, the shares, in percent, of matches that began before and after the window on their card, and the median
 * errors of the estimates and the published times, in minutes.
 */
function windowsOf(matches: readonly MatchLog[], horizon: Horizon) {
  const judged = matches.flatMap(({ cards, startedAt }) => {
    const card = cards[horizon]
    return card ? [{ ...card, startedAt, outcome: outcomeOf(card, startedAt) }] : []
  })
  const share = (outcome: ReturnType<typeof outcomeOf>): number =>
    (100 * judged.filter((each) => each.outcome === outcome).length) / Math.max(1, judged.length)
  const error = (key: 'at' | 'publishedAt'): number =>
    median(judged.map((each) => Math.abs(each[key] - each.startedAt) / minute))
  return {
    cards: judged.length,
    before: share('before it'),
    after: share('after it'),
    ours: error('at'),
    published: error('publishedAt'),
  }
}

function followedOf(matches: readonly MatchLog[]): MatchLog[] {
  return matches.filter(({ isFollowed }) => isFollowed)
}

/**
 * Prints one line about a day: the shares of matches that began before their window, among the followed matches and among all, and
 * the numbers of faulty alerts.
 */
function printDay(seed: number, { matches }: DayReport): void {
  const followed = followedOf(matches)
  const early = (of: readonly MatchLog[]): string =>
    horizons.map((horizon) => windowsOf(of, horizon).before.toFixed(1)).join(', ')
  const { missed, repeated, withoutResult, resultTwice } = faultsOf(followed)
  console.log(
    `  seed ${seed}: ${followed.length} matches, began before their window ${early(followed)} %; all ${matches.length}: ${early(matches)} %; ` +
      `missed ${missed.length}, near twice ${repeated.length}, without result ${withoutResult.length}, result twice ${resultTwice.length}`,
  )
}

function printFigures(days: readonly DayReport[]): void {
  const all = days.flatMap(({ matches }) => matches)
  const followed = followedOf(all)
  const { missed, repeated, withoutResult, resultTwice } = faultsOf(followed)
  const countOf = (kind: PhoneAlert['kind']): number =>
    followed.reduce((sum, { alerts }) => sum + alerts.filter((alert) => alert.kind === kind).length, 0)
  const lead = followed.flatMap(({ alerts, startedAt }) => {
    const near = alerts.find(({ kind }) => kind === 'near')
    return near ? [(startedAt - near.at) / minute] : []
  })
  console.log(
    `  ${followed.length} matches in ${days.length} ${days.length === 1 ? 'day' : 'days'}; the near alert came ${median(lead).toFixed(0)} min before the start (median)`,
  )
  console.log(
    `  alerts: near ${countOf('near')}, near again ${countOf('near again')}, moved ${countOf('moved')}, conflicts ${days.reduce((sum, { conflicts }) => sum + conflicts.length, 0)}`,
  )
  printConflicts(days)
  const repeatedFacts = days.flatMap((day) => day.repeated)
  for (const sentence of repeatedFacts) console.log(`  ${sentence}`)
  for (const { mat, athlete, alerts, startedAt } of [...missed, ...repeated, ...withoutResult, ...resultTwice])
    console.log(
      `  look at: mat ${mat} ${athlete} ${clock.format(startedAt)}: ${alerts.map(({ at, body }) => `${clock.format(at)} ${body}`).join('; ')}`,
    )
  print('matches that started without a near alert', missed.length, '', { most: 0 })
  print('matches with a near alert twice', repeated.length, '', { most: 0 })
  print('matches without an alert of their result', withoutResult.length, '', { most: 0 })
  print('matches with a result twice', resultTwice.length, '', { most: 0 })
  print('alerts of any kind that repeated a fact', repeatedFacts.length, '', { most: 0 })
  for (const horizon of horizons) {
    for (const [name, matches] of [
      ['followed', followed],
      ['all', all],
    ] as const) {
      const { cards, before, after, ours, published } = windowsOf(matches, horizon)
      console.log(
        `  ${horizon} min before, ${name}: ${cards} cards, ${(100 - before - after).toFixed(1)} % began inside, ${after.toFixed(1)} % after; median error of estimates ${ours.toFixed(1)} min, of published times ${published.toFixed(1)} min`,
      )
      print(`${horizon} min before, ${name} matches that began before their window`, before, '%', { most: 5 })
    }
  }
}

/**
 * Prints how far apart the matches of the announced conflicts began, and how many pairs of matches that began almost at once were
 * announced. A sure conflict may still dissolve.
 */
function printConflicts(days: readonly DayReport[]): void {
  const pairs = days.flatMap(({ matches, conflicts }) => {
    const byId = new Map(matches.map((match) => [match.id, match]))
    return conflicts.flatMap(({ at, pair }) => {
      const [one, other] = pair.map((id) => byId.get(id))
      return one && other ? [{ at, one, other }] : []
    })
  })
  const apart = pairs.map(({ one, other }) => Math.abs(one.startedAt - other.startedAt) / minute)
  const notice = pairs.map(({ at, one, other }) => (Math.min(one.startedAt, other.startedAt) - at) / minute)
  const actual = days.flatMap(({ matches, conflicts }) => {
    const announced = new Set(conflicts.map(({ pair }) => pair.toSorted((a, b) => a - b).join(' ')))
    const followed = followedOf(matches)
    return followed.flatMap((one, index) =>
      followed
        .slice(index + 1)
        .filter((other) => other.mat !== one.mat && Math.abs(other.startedAt - one.startedAt) <= 3 * minute)
        .map((other) => announced.has([one.id, other.id].toSorted((a, b) => a - b).join(' '))),
    )
  })
  console.log(
    `  conflicts: the two matches began ${median(apart).toFixed(0)} min apart, the alert came ${median(notice).toFixed(0)} min before the first (medians); ` +
      `${actual.filter(Boolean).length} of ${actual.length} pairs that began within 3 min were announced`,
  )
}
