// The owner's link as this browser keeps it (sharing-and-admin.md section 3): shown until the server has answered, whose word
// replaces it.
import { shareLinkKeys as keys } from '#client/session/delete-user-data.ts'

/** `expiresAt` is ISO; an empty title is none. */
export type StoredShareLink = { url: string; expiresAt: string; title: string }

export function readShareLink(): StoredShareLink | null {
  try {
    const url = localStorage.getItem(keys.url)
    const expiresAt = localStorage.getItem(keys.expiresAt)
    if (!url || !expiresAt || Number.isNaN(Date.parse(expiresAt))) return null
    return { url, expiresAt, title: localStorage.getItem(keys.title) ?? '' }
  } catch {
    return null // A browser that stores nothing knows the link until the page is closed.
  }
}

export function storeShareLink(link: StoredShareLink): void {
  try {
    for (const name of ['url', 'expiresAt', 'title'] as const) localStorage.setItem(keys[name], link[name])
  } catch {
    // As above.
  }
}

/** The identifier: what follows '/shared/'; empty where there is none. */
export const linkIdIn = ({ url }: Pick<StoredShareLink, 'url'>): string => url.split('/shared/')[1] ?? ''
