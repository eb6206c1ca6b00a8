// The state of the user's share link, from the server's answer, the link stored in this browser, and the clock.
import type { StoredShareLink } from '#client/offline/stored-share-link.ts'

/** The server's link; `shareUrl` is null if the server no longer has the address. `expiresAt` is ISO 8601. */
export type KnownLink = { shareUrl: string | null; title: string | null; expiresAt: string; mayClaim: boolean }

export type LinkState =
  /** No answer yet, and no link that is still valid is stored. */
  | { kind: 'loading' }
  /** The call has failed, and no link that is still valid is stored. */
  | { kind: 'failed' }
  /** No link; `end`: why the server's or the stored link has ended, null if there was none. */
  | { kind: 'none'; end: 'expired' | 'gone' | null; lastTitle: string }
  /** A link whose address is no longer known. */
  | { kind: 'hidden'; title: string | null; expiresAt: string }
  | { kind: 'ready'; link: StoredShareLink }

/** Whether the link has expired. `now` in epoch ms by the server's clock. */
export const isExpired = (link: { expiresAt: string } | null, now: number): boolean =>
  link !== null && Date.parse(link.expiresAt) <= now

/**
 * The state to show. `known` is null if the server has no link, undefined until it has answered. `hasExpired`: the known link,
 * or without one the stored link, has expired.
 */
export function linkState(
  stored: StoredShareLink | null,
  known: KnownLink | null | undefined,
  { hasExpired, hasFailed }: { hasExpired: boolean; hasFailed: boolean },
): LinkState {
  if (known === undefined) {
    if (stored && !hasExpired) return { kind: 'ready', link: stored }
    return { kind: hasFailed ? 'failed' : 'loading' }
  }
  if (known === null)
    return {
      kind: 'none',
      end: stored && (hasExpired ? 'expired' : 'gone'),
      lastTitle: (hasExpired && stored?.title) || '',
    }
  const { shareUrl, title, expiresAt } = known
  if (hasExpired) return { kind: 'none', end: 'expired', lastTitle: title ?? '' }
  const url = shareUrl ?? (stored && isSame(stored, known) ? stored.url : null)
  return url === null
    ? { kind: 'hidden', title, expiresAt }
    : { kind: 'ready', link: { url, expiresAt, title: title ?? '' } }
}

/** Compares links by their expiry, since the server may not have the address. */
const isSame = (stored: StoredShareLink, known: KnownLink): boolean =>
  Date.parse(known.expiresAt) === Date.parse(stored.expiresAt)
