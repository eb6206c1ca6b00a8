// Who turned alerts on in this browser, so that none are sent for another user who logs in here. Part of the first load; alerts.ts
// stores it.

export const ownerKey = 'rollcall.alerts'

/** The id of the user who turned alerts on here; null for none. */
export function alertsOwner(): number | null {
  try {
    const owner = localStorage.getItem(ownerKey)
    return owner === null ? null : Number(owner)
  } catch {
    return null
  }
}
