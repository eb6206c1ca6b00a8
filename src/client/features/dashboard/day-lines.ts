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
 * Whether a list on a phone is long. A match that ends while another one is published does not change that, because the lines
 * would change their heights.
 */
export function isLongList(lines: readonly DayLine[], wasLong: boolean): boolean {
  const count = lines.filter(({ kind }) => kind === 'match').length
  return count > longList.above || (wasLong && count >= longList.least)
}

/** `tournamentName`: the tournament that the line names; null if it names none. */
export type LineLook = { look: Look; tournamentName: string | null }

/**
 * The look of each line by its key: matches in progress or within the hour are cards, later ones are rows. In a long list the
 * cards are dense, so that eight matches are visible at once. If there are several tournaments, a heading names the one of all its
 * rows or dense cards, otherwise each of these names its own; a card always does. All this follows from the order of the lines, so
 * that a line whose place is held keeps its look.
 */
export function looksOf(lines: readonly DayLine[], isLong: boolean): Map<string, LineLook> {
  const isMixed = tournamentsOf(lines).size > 1
  const looks = new Map<string, LineLook>()
  for (const section of sectionsOf(lines)) {
    const look = !section.some(isNear) ? 'row' : isLong ? 'dense' : 'card'
    const isNamed = isMixed && look !== 'card'
    const own = tournamentsOf(section)
    const [common] = own.size === 1 ? own.values() : []
    for (const line of section) {
      if (line.kind === 'heading') looks.set(line.key, { look: 'heading', tournamentName: (isNamed && common) || null })
      else looks.set(line.key, { look, tournamentName: isNamed && own.size > 1 ? line.item.tournamentName : null })
    }
  }
  return looks
}

const isNear = (line: DayLine): boolean => line.kind === 'heading' && isNow(line)

/** The lines from each heading to the next. */
function sectionsOf(lines: readonly DayLine[]): DayLine[][] {
  const sections: DayLine[][] = []
  for (const line of lines) {
    const section = sections.at(-1)
    if (line.kind === 'heading' || !section) sections.push([line])
    else section.push(line)
  }
  return sections
}

/** The names of the matches' tournaments by their ids. */
const tournamentsOf = (lines: readonly DayLine[]): Map<number, string> =>
  new Map(lines.flatMap((line) => (line.kind === 'match' ? [[line.item.tournamentId, line.item.tournamentName]] : [])))
