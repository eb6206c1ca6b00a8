// The conflicts of the day list in words.
import {
  conflictsOf,
  conflictsOfMatch,
  type Fight,
  type Grade,
  groupsAtOnce,
  type HallOf,
} from '#contract/conflicts.ts'
import type { DayEntry } from '#contract/day-list.ts'
import type { TournamentItem } from '#contract/tournaments.ts'
import { isOn } from '#domain/day-order.ts'
import { computableZone, wholeMinutes } from '#domain/instant.ts'
import { shareVenue } from '#domain/tournament.ts'
import { clockText, clockTime, clockTimeIn } from '#client/texts/format.ts'
import { namesText } from '#client/texts/names-text.ts'
import { t } from '#client/texts/t.ts'
import { spokenTime, whenOf } from '#client/texts/time-words.ts'
import type { ConflictMark } from './match-tags.tsx'
import type { ConflictNotice, Conflicts } from './use-conflicts.ts'

/** The notice is about matches that all start within this time, in ms, at least one of which is still to come. */
const noticeWithin = 60 * 60_000

type Venue = Pick<TournamentItem, 'id' | 'venue' | 'city' | 'state' | 'country'>

/** The conflicts at `now` (epoch ms) in words. `tournaments`: those of the user, which may share a hall. */
export function conflictWords(entries: readonly DayEntry[], tournaments: readonly Venue[], now: number): Conflicts {
  const conflicts = conflictsOf(entries, now, hallsOf(tournaments))
  const groups = groupsAtOnce(conflicts).filter(
    ({ fights }) => fights.some(isToCome) && fights.every(({ at }) => at <= now + noticeWithin),
  )
  const sure = groups.filter(({ grade }) => grade === 'sure').map(({ fights }) => noticeOf('sure', fights))
  const [next] = groups
  const ids = new Set(conflicts.flatMap(({ fights }) => fights.map(({ id }) => id)))
  const marks = [...ids].flatMap((id): [number, ConflictMark][] => {
    const [surest] = conflictsOfMatch(conflicts, id)
    return surest ? [[id, markOf(surest)]] : []
  })
  return { notice: sure[0] ?? (next ? noticeOf(next.grade, next.fights) : null), sure, marks: new Map(marks) }
}

/**
 * Returns a function to be called with the sure conflicts of each list. It announces each conflict to screen readers once, except
 * those of the first list, which screen readers read with the list.
 */
export function conflictNews(announce: (sentence: string) => void): (sure: readonly ConflictNotice[]) => void {
  let known: ReadonlySet<number>[] | null = null
  return (sure) => {
    const isFirst = known === null
    known ??= []
    for (const { matchIds, text } of sure) {
      if (known.some((earlier) => [...matchIds].every((id) => earlier.has(id)))) continue
      known.push(matchIds)
      if (!isFirst) announce(text)
    }
  }
}

const isToCome = ({ entries: [entry] }: Fight): boolean => entry !== undefined && !isOn(entry)

/** Each hall is identified by the id of the first of its tournaments. */
const hallsOf =
  (tournaments: readonly Venue[]): HallOf =>
  (id) => {
    const own = tournaments.find((each) => each.id === id)
    return (own && tournaments.find((each) => shareVenue(each, own))?.id) ?? id
  }

function noticeOf(grade: 'sure' | 'likely', fights: readonly Fight[]): ConflictNotice {
  const last = fights.at(-1)
  const time = last ? startText(last) : ''
  const sentenceWith = (places: readonly string[]): string =>
    t(grade === 'sure' ? 'day.atOnce' : 'day.maybeAtOnce', { count: fights.length, time, fights: namesText(places) })
  const mats = sentenceWith(fights.map(({ mat }) => t('match.matNumber', { mat })))
  return {
    matchIds: new Set(fights.map(({ id }) => id)),
    isSure: grade === 'sure',
    text: sentenceWith(fights.map(fightText)),
    line: `${mats} · ${namesText(fights.flatMap(firstNamesOf))}`,
  }
}

const firstNamesOf = ({ entries }: Fight): string[] => entries.map(({ item }) => item.athleteName.split(' ')[0] ?? '')

const fightText = (fight: Fight): string => t('day.onMat', { names: namesOf(fight), mat: fight.mat })

/** '2:27 PM' at the match's venue: the published time if the zone's times cannot be computed. A match of unknown zone has no start. */
function startText(fight: Fight): string {
  const { tournamentTimezone = null, localTime } = fight.entries[0]?.item ?? {}
  const zone = computableZone(tournamentTimezone)
  return clockText(
    zone === null && localTime ? clockTime(localTime) : clockTimeIn(zone ?? 'UTC', wholeMinutes(fight).at),
  )
}

/** The user's athletes in a match. */
export const namesOf = ({ entries }: Fight): string => namesText(entries.map(({ item }) => item.athleteName))

/** 'Mat 3: Ana Lua, about 2:27 PM, between 2:18 and 2:42', with the card's words. */
export function barText(fight: Fight): string {
  const { basis, mat, entries } = fight
  const values = { mat, names: namesOf(fight) }
  const [entry] = entries
  if (basis === 'on' || !entry) return t('day.barOn', values)
  const when = whenOf(entry.item, entry.item.tournamentTimezone, entry.estimate)
  return t('day.bar', { ...values, time: spokenTime(when) })
}

function markOf({ grade, with: other }: { grade: Grade; with: Fight }): ConflictMark {
  const { mat } = other
  const names = namesOf(other)
  switch (grade) {
    case 'sure':
      return {
        isSure: true,
        text: t('day.also', { mat }),
        short: t('match.matNumber', { mat }),
        label: t('day.alsoWith', { names, mat }),
      }
    case 'likely':
      return { isSure: false, text: t('day.maybeAlso', { mat }), label: t('day.maybeAlsoWith', { names, mat }) }
    case 'tight':
      return { isSure: false, text: t('day.tight'), label: t('day.tightWith', { names, mat }) }
  }
}
