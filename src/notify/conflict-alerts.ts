// Alerts about two matches of one user's athletes that certainly overlap on different mats: once for each pair, early enough for
// a substitute to arrive. Pure.
import type { DayEntry } from '#contract/day-list.ts'
import { conflictsOf, type Fight } from '#contract/conflicts.ts'
import { type Alert, isWanted } from '#domain/alert.ts'
import { clockAt } from '#domain/instant.ts'
import type { DeliveredConflict } from '#domain/match-news.ts'
import type { AlertFollower, Held, NewAlert } from '#store'
import { estimateOfMatch } from '#views/estimate.ts'
import { presentMatchesOf } from '#views/followed.ts'

type ConflictMatch = Extract<Alert, { about: 'conflict' }>['matches'][number] & { id: number; at: number }

/** A sure conflict of two matches, the earlier one first. */
export type ConflictFact = {
  kind: 'conflict'
  key: string
  tournamentId: number
  /** The ids of the two matches, the smaller one first. */
  pair: [number, number]
  matches: [ConflictMatch, ConflictMatch]
}

type HeldFacts = Parameters<typeof presentMatchesOf>[0] & Pick<Held, 'hall' | 'source'>

const minute = 60_000
/** A conflict that is found less than this before the earlier start causes no alert, because nobody could arrive in time. */
const leastNotice = 15 * minute

/** The sure conflicts at `now` (epoch ms) among the athletes that users follow together, each pair once. */
export function conflictFacts(held: HeldFacts, together: readonly (readonly number[])[], now: number): ConflictFact[] {
  const facts = new Map<string, ConflictFact>()
  const entries = new Map<number, DayEntry[]>()
  const entriesOf = (athleteId: number): DayEntry[] => {
    const known = entries.get(athleteId)
    if (known) return known
    const made = dayEntries(held, athleteId, now)
    entries.set(athleteId, made)
    return made
  }
  for (const athleteIds of together)
    for (const { grade, fights } of conflictsOf(athleteIds.flatMap(entriesOf), now)) {
      const [first, second] = fights
      if (grade !== 'sure' || first.at - now < leastNotice) continue
      const pair: ConflictFact['pair'] = [Math.min(first.id, second.id), Math.max(first.id, second.id)]
      const key = `conflict ${pair.join(' ')}`
      const known = facts.get(key)
      const { timezone } = held.state.tournament
      const matches = [first, second].map((fight, index) => matchOf(fight, timezone, known?.matches[index])) as [
        ConflictMatch,
        ConflictMatch,
      ]
      facts.set(key, { kind: 'conflict', key, tournamentId: first.tournamentId, pair, matches })
    }
  return [...facts.values()]
}

/** A conflict causes one alert, however often it ends and returns. */
export const newsOfConflict = (
  delivered: DeliveredConflict | undefined,
  now: number,
): { delivered: DeliveredConflict; isNew: boolean } =>
  delivered ? { delivered, isNew: false } : { delivered: { at: new Date(now).toISOString() }, isNew: true }

/** The alerts for a user; conflicts that share a match are combined into one alert. */
export function conflictAlerts(conflicts: readonly ConflictFact[], follower: AlertFollower, now: number): NewAlert[] {
  if (!isWanted(follower.preferences, ['conflict'], now)) return []
  const own = new Set(follower.athleteIds)
  const groups: { tournamentId: number; pairs: [number, number][]; matches: Map<number, ConflictMatch> }[] = []
  for (const { tournamentId, pair, matches } of conflicts) {
    const followed = matches.map((match) => ({ ...match, athletes: match.athletes.filter(({ id }) => own.has(id)) }))
    if (followed.some(({ athletes }) => athletes.length === 0)) continue
    const joined = groups.filter((group) => matches.some(({ id }) => group.matches.has(id)))
    const all = [...joined.flatMap((group) => [...group.matches.values()]), ...followed]
    const pairs = [...joined.flatMap((group) => group.pairs), pair]
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push({ tournamentId, pairs, matches: new Map(all.map((match) => [match.id, match])) })
  }
  return groups.flatMap(({ tournamentId, pairs, matches }) => {
    const inOrder = [...matches.values()].toSorted((a, b) => a.at - b.at || a.id - b.id)
    const alert: Alert = {
      about: 'conflict',
      tournamentId,
      pairs,
      matches: inOrder.map(({ id: _id, at: _at, ...match }) => match),
    }
    // Each pair is alerted once, so the first pair names the alert; the list of all ids would exceed a push service's topic.
    const tag = `conflict-${pairs[0]?.join('-')}`
    const usefulFor = Math.max(5 * minute, (inOrder[0]?.at ?? now) - now)
    return follower.deviceIds.map((deviceId) => ({ deviceId, tag, alert, urgent: true, usefulFor }))
  })
}

function dayEntries(held: HeldFacts, athleteId: number, now: number): DayEntry[] {
  const athlete = held.state.athletes.get(athleteId)
  if (!athlete) return []
  return presentMatchesOf(held, athlete, now).flatMap(({ item, status }) => {
    const match = held.state.matches.get(item.id)
    return match ? [{ item, status, estimate: estimateOfMatch(held, match, item.ahead, now) }] : []
  })
}

/** `known`: the same match as found for another user, with other athletes. */
function matchOf(
  { id, at, mat, basis, entries }: Fight,
  timezone: string | null,
  known?: ConflictMatch,
): ConflictMatch {
  const athletes = new Map(known?.athletes.map((athlete) => [athlete.id, athlete]))
  for (const { item } of entries) athletes.set(item.athleteId, { id: item.athleteId, name: item.athleteName })
  const time = clockAt(at, timezone ?? 'UTC')
  return { id, at, mat, time, isEstimate: basis === 'estimate', athletes: [...athletes.values()] }
}
