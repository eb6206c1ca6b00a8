// When two items of one match say the same.
import type { MatchItem } from '#contract/match-item.ts'

/** A number of fights ahead is news only up to here (docs/live-protocol.md L23); further back a card relies on the time. */
export const nearFront = 3

/** The number of fights ahead as far as it is news; null further back. */
export const aheadNearFront = ({ ahead }: Pick<MatchItem, 'ahead'>): number | null =>
  ahead !== null && ahead <= nearFront ? ahead : null

/** What is news about an item: all of it but when it was made, and how many are ahead while they are many. */
export const newsOf = <Item extends MatchItem>(item: Item): Item => ({
  ...item,
  ahead: aheadNearFront(item),
  timestamp: '',
})
