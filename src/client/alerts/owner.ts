// Who turned alerts on in this browser, so that none are sent for another user who logs in here. Part of the first load.
import { alertsOwnerCache } from '#contract/service-worker.ts'

const key = 'rollcall.alerts'

/** The id of the user who turned alerts on here; null for none. */
export function alertsOwner(): number | null {
  try {
    const owner = localStorage.getItem(key)
    return owner === null ? null : Number(owner)
  } catch {
    return null
  }
}

/** Stores the user's id, also where the service worker, which has no local storage, can read it; null removes it. */
export async function setAlertsOwner(userId: number | null): Promise<void> {
  if (userId === null) localStorage.removeItem(key)
  else localStorage.setItem(key, String(userId))
  const cache = await caches.open(alertsOwnerCache.name)
  if (userId === null) await cache.delete(alertsOwnerCache.address)
  else await cache.put(alertsOwnerCache.address, new Response(String(userId)))
}
