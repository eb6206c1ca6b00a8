// Counts the requests to the source on a day of an ordinary tournament: from half an hour before the first fights until an hour
// after the last. The clock is simulated, so that hours pass within a minute.
import type { PageKind } from '../simulator/request-log.ts'
import { type CityOpen, firstFights, openCityOpen } from '#support/city-open.ts'
import { print } from './figure.ts'

const minute = 60_000
const longestDay = 16 * 60 * minute

/** Prints the figures of a day with forty followed athletes, of all teams or of one. */
export async function countDay(followed: 'athletes' | 'team', title: string): Promise<void> {
  await using open = await openCityOpen({ followed })
  const { system } = open
  const { simulator } = system

  /** When each request of the day started, by the source's clock. */
  const startTimes: number[] = []
  const kinds = new Map<PageKind, number>()
  let bytes = 0
  let maximumInFlight = 0
  const countRequests = (): void => {
    const report = simulator.requests()
    if (report.latest.length !== report.total)
      throw new Error('the simulator dropped requests from its log before they were counted')
    for (const { simulatedAt, kind } of report.latest) {
      startTimes.push(simulatedAt)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    }
    bytes += report.bytes
    maximumInFlight = Math.max(maximumInFlight, report.maxInFlight)
    simulator.clearRequests()
  }

  const importRequests = simulator.requests().total
  await system.pass(firstFights - 30 * minute - system.clock.now())
  simulator.clearRequests()
  const since = system.clock.now()
  const isFought = (): boolean => fightsToday(open).every(({ ending }) => ending !== null)
  while (!isFought() && system.clock.now() < since + longestDay) {
    await system.pass(5 * minute)
    countRequests()
  }
  if (!isFought()) throw new Error('the day does not end')
  await system.pass(60 * minute)
  countRequests()

  const hours = (system.clock.now() - since) / 3_600_000
  print(title, startTimes.length, 'requests', { most: 4_000 })
  console.log(
    `  ${hours.toFixed(1)} hours, ${fightsToday(open).length} fights, ${Math.round(bytes / 1024 / 1024)} MiB sent; ` +
      [...kinds].map(([kind, count]) => `${count} ${kind}`).join(', ') +
      `; ${importRequests} more for the import`,
  )
  print('most requests within 60 s', mostWithin(startTimes, minute), 'requests', { most: 60 })
  print('most requests in flight at once', maximumInFlight, 'requests', { most: 2 })
}

/** The fights of the first day. */
function fightsToday({ system, tournament }: CityOpen) {
  const { days, categories, matches } = system.simulator.truth(tournament)
  const today = new Set(categories.filter(({ dayId }) => dayId === days[0]?.id).map(({ id }) => id))
  return matches.filter(({ categoryId }) => today.has(categoryId))
}

/** The largest number of starts within `ms`. */
function mostWithin(times: readonly number[], ms: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [last, at] of sorted.entries()) {
    while ((sorted[first] ?? at) <= at - ms) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}
