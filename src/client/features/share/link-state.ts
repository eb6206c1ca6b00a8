// What is to be said of the link that this browser keeps, by what the server tells of the user's link, and by the clock.
import type { KeptShareLink } from '#client/live/kept-share-link.ts'

/** The user's link as the server tells it, without its address. `expiresAt` is ISO. */
export type KnownLink = { title: string | null; expiresAt: string }

export type LinkState = {
  /** It can be sent. */
  link: KeptShareLink | null
  /** A link of the user's whose address this browser does not know. */
  elsewhere: KnownLink | null
  /** Why the kept link is none any more. */
  end: 'expired' | 'gone' | null
}

/** True from its last moment on. `now` in epoch ms by the server's clock. */
export const hasEnded = (link: Pick<KeptShareLink, 'expiresAt'> | null, now: number): boolean =>
  link !== null && Date.parse(link.expiresAt) <= now

/** `known` is null where the server knows of none, undefined while it has not answered, as without a network. */
export function linkState(kept: KeptShareLink | null, known: KnownLink | null | undefined, isOver: boolean): LinkState {
  if (kept === null) return { link: null, elsewhere: known ?? null, end: null }
  if (known && !isSame(kept, known)) return { link: null, elsewhere: known, end: null }
  if (isOver) return { link: null, elsewhere: null, end: 'expired' }
  return known === null ? { link: null, elsewhere: null, end: 'gone' } : { link: kept, elsewhere: null, end: null }
}

/** The address says which link it is, but the server does not tell it: the moment of its end does as well. */
const isSame = (kept: KeptShareLink, known: KnownLink): boolean =>
  Date.parse(known.expiresAt) === Date.parse(kept.expiresAt)
