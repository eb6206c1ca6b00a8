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

/**
 * The look of each line by its key: matches in progress or within the hour are cards, later ones are rows. A long list has rows
 * only, so that eight of them are visible at once. The looks follow from the order of the lines, so that a line whose place is
 * held keeps its look.
 */
export function looksOf(lines: readonly DayLine[], isLong: boolean): Map<string, Look> {
  const looks = new Map<string, Look>()
  let isNear = false
  for (const line of lines) {
    if (line.kind === 'heading') isNear = isNow(line)
    looks.set(line.key, line.kind === 'heading' ? 'heading' : isNear && !isLong ? 'card' : 'row')
  }
  return looks
}
