// Where this device stores the visitor's claims. Separate from shared-claims.ts, which is loaded only where claims are in use.

/** The key in local storage. */
export const recordKey = (linkId: string): string => `claims/${linkId}`

/** Whether this device has claimed a match with the link. */
export function hasClaimed(linkId: string): boolean {
  try {
    return localStorage.getItem(recordKey(linkId)) !== null
  } catch {
    return false
  }
}
