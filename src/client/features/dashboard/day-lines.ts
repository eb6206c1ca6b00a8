// The lines of the day list: its headings and matches in one order, which is held while the list is in use.
import { type DaySection, isNow, type SectionName } from '#contract/day-list.ts'
import type { MatchItem } from '#contract/match-item.ts'
import { cardKey } from '#client/live/highlights.ts'
import type { Look } from '#client/ui/card-grid.tsx'

export type DayLine =
  | { kind: 'heading'; key: string; name: SectionName; day: string | null }
  | { kind: 'match'; key: string; item: MatchItem }

export const keyOfLine = ({ key }: DayLine): string => key

/** Each section's heading, followed by its matches. */
export const linesOf = (sections: readonly DaySection[]): DayLine[] =>
  sections.flatMap(({ name, day, entries }): DayLine[] => [
    { kind: 'heading', key: `heading/${day ?? name}`, name, day },
    ...entries.map(({ item }): DayLine => ({ kind: 'match', key: cardKey(item), item })),
  ])

/** On a phone, a list becomes long with more than `above` matches, and stays long while it has at least `least`. */
const longList = { above: 12, least: 8 }

/**
 * Whether a list on a phone is long. The two limits differ, so that single matches that come and go do not change the heights of
 * the lines each time.
 */
export function isLongList(lines: readonly DayLine[], wasLong: boolean): boolean {
  const count = lines.filter(({ kind }) => kind === 'match').length
  return count > longList.above || (wasLong && count >= longList.least)
}

/** `tournamentName`: the tournament that a heading, row or dense card names; null for none, and for a card, which names its own. */
export type LineLook = { look: Look; tournamentName: string | null }

/**
 * The look of each line by its key: matches in progress or within the hour are cards, later ones are rows. In a long list the
 * cards are dense, so that eight matches are visible at once. If there are several tournaments, a heading names the one that all
 * its rows or dense cards share; if they share none, each of them names its own. A card always names its own. All this follows from
 * the order of the lines, so that a line whose place is held keeps its look.
 */
export function looksOf(lines: readonly DayLine[], isLong: boolean): Map<string, LineLook> {
  const isMixed = tournamentsOf(lines).size > 1
  const looks = new Map<string, LineLook>()
  let section: DayLine[] = []
  for (const line of lines.toReversed()) {
    section.push(line)
    if (line.kind === 'match') continue
    const look = !isNow(line) ? 'row' : isLong ? 'dense' : 'card'
    const names = tournamentsOf(isMixed && look !== 'card' ? section : [])
    const [common = null] = names.size === 1 ? names : []
    for (const each of section) {
      if (each.kind === 'heading') looks.set(each.key, { look: 'heading', tournamentName: common })
      else looks.set(each.key, { look, tournamentName: names.size > 1 ? each.item.tournamentName : null })
    }
    section = []
  }
  return looks
}

/** The names of the matches' tournaments. */
const tournamentsOf = (lines: readonly DayLine[]): Set<string> =>
  new Set(lines.flatMap((line) => (line.kind === 'match' ? line.item.tournamentName : [])))
