// What is to be said of the user's link, by what the server tells of it, what this browser keeps, and the clock.
import type { StoredShareLink } from '#client/offline/stored-share-link.ts'

/** The user's link as the server tells it; `shareUrl` is null where it cannot tell the address. `expiresAt` is ISO. */
export type KnownLink = { shareUrl: string | null; title: string | null; expiresAt: string }

export type LinkState =
  /** Nothing is known yet. */
  | { kind: 'loading' }
  /** Nothing could be read, and nothing is kept here. */
  | { kind: 'failed' }
  /** There is none; `end` is why the last one is gone, where this browser knew one. */
  | { kind: 'none'; end: 'expired' | 'gone' | null; lastTitle: string }
  /** There is one whose address nobody can tell any more. */
  | { kind: 'hidden'; title: string | null; expiresAt: string }
  | { kind: 'ready'; link: StoredShareLink }

/** True from its last moment on. `now` in epoch ms by the server's clock. */
export const hasEnded = (link: { expiresAt: string } | null, now: number): boolean =>
  link !== null && Date.parse(link.expiresAt) <= now

/**
 * `known` is null where the server knows of no link, undefined while it has not answered. `isOver` tells of the known link,
 * or else of the kept one, that it has ended.
 */
export function linkState(
  kept: StoredShareLink | null,
  known: KnownLink | null | undefined,
  { isOver, hasFailed }: { isOver: boolean; hasFailed: boolean },
): LinkState {
  if (known === undefined) {
    if (kept && !isOver) return { kind: 'ready', link: kept }
    return { kind: hasFailed ? 'failed' : 'loading' }
  }
  if (known === null)
    return { kind: 'none', end: kept && (isOver ? 'expired' : 'gone'), lastTitle: (isOver && kept?.title) || '' }
  const { shareUrl, title, expiresAt } = known
  if (isOver) return { kind: 'none', end: 'expired', lastTitle: title ?? '' }
  const url = shareUrl ?? (kept && isSame(kept, known) ? kept.url : null)
  return url === null
    ? { kind: 'hidden', title, expiresAt }
    : { kind: 'ready', link: { url, expiresAt, title: title ?? '' } }
}

/** Without an address of the server's to compare with, the moment of their end says whether two links are one. */
const isSame = (kept: StoredShareLink, known: KnownLink): boolean =>
  Date.parse(known.expiresAt) === Date.parse(kept.expiresAt)
