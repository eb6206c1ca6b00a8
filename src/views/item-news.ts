// Extracts the part of an item whose changes are sent to clients, so that two items of one match can be compared.
import type { MatchItem } from '#contract/match-item.ts'

/** Changes of `ahead` are sent only up to this number (docs/live-protocol.md L23); clients compute a higher one from `before`. */
export const nearFront = 3

/** `ahead` if the match is near the front; null otherwise. */
const aheadNearFront = ({ ahead }: Pick<MatchItem, 'ahead'>): number | null =>
  ahead !== null && ahead <= nearFront ? ahead : null

/** The place of a match on its mat, with the precision at which changes are sent. */
export const placeOnMat = ({ ahead, before }: Pick<MatchItem, 'ahead' | 'before'>): string =>
  `${aheadNearFront({ ahead })} ${before?.fights} ${before?.turnovers} ${before?.breaks}`

/** The item without the fields whose change is not sent: its timestamp, and `ahead` unless the match is near the front. */
export const newsOf = <Item extends MatchItem>(item: Item): Item => ({
  ...item,
  ahead: aheadNearFront(item),
  timestamp: '',
})
