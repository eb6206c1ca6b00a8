// The owner's share link in local storage (sharing-and-admin.md section 3): shown until the server's answer replaces it.
import { shareLinkKeys as keys } from '#client/session/delete-user-data.ts'

/** `expiresAt` is ISO 8601; the title may be empty. */
export type StoredShareLink = { url: string; expiresAt: string; title: string }

/** The stored link; null if there is none or its expiry is not a date. */
export function readShareLink(): StoredShareLink | null {
  try {
    const url = localStorage.getItem(keys.url)
    const expiresAt = localStorage.getItem(keys.expiresAt)
    if (!url || !expiresAt || Number.isNaN(Date.parse(expiresAt))) return null
    return { url, expiresAt, title: localStorage.getItem(keys.title) ?? '' }
  } catch {
    return null // Without storage the link lasts until the page is closed.
  }
}

/** Stores the link; does nothing if storage is not available. */
export function storeShareLink(link: StoredShareLink): void {
  try {
    for (const name of ['url', 'expiresAt', 'title'] as const) localStorage.setItem(keys[name], link[name])
  } catch {
    // Storage is not available.
  }
}

/** The link's id: the part after '/shared/'; empty if the URL has none. */
export const linkIdIn = ({ url }: Pick<StoredShareLink, 'url'>): string => url.split('/shared/')[1] ?? ''
