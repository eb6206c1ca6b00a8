// The content of an item that is worth an update, to compare two items of one match.
import type { MatchItem } from '#contract/match-item.ts'

/** Changes of `ahead` are sent only up to this number (docs/live-protocol.md L23); further back, cards rely on the time. */
export const nearFront = 3

/** `ahead` if the match is near the front; null otherwise. */
const aheadNearFront = ({ ahead }: Pick<MatchItem, 'ahead'>): number | null =>
  ahead !== null && ahead <= nearFront ? ahead : null

/** The place of a match on its mat, as far as a change of it is sent. */
export const placeOnMat = ({ ahead, before }: Pick<MatchItem, 'ahead' | 'before'>): string =>
  `${aheadNearFront({ ahead })} ${before?.fights} ${before?.turnovers} ${before?.breaks}`

/** The item without what causes no update: its timestamp, and `ahead` unless the match is near the front. */
export const newsOf = <Item extends MatchItem>(item: Item): Item => ({
  ...item,
  ahead: aheadNearFront(item),
  timestamp: '',
})
