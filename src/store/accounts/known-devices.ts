// Devices that have signed in to an account. A signed cookie says so, so that nothing is stored for it, and a failed login elsewhere
// cannot keep such a device out of its account (docs/decisions/061).
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

/** The form of a device's random id, and of the signatures of id and account, which name no account. */
const partLength = 22
const isPart = (text: string): boolean => text.length === partLength && /^[\w-]+$/.test(text)
/** The accounts that a cookie remembers, last used first. */
const maxAccounts = 8
/** The cookies of one request that are looked at. */
const maxCookies = 4

/** Without a `secretKey`, a cookie is valid until the process ends. */
export function createKnownDevices(secretKey: Uint8Array = randomBytes(32)) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'rollcall/known-devices', 32))
  const sign = (id: string, userId: number): string =>
    createHmac('sha256', key).update(`${id} ${userId}`).digest('base64url').slice(0, partLength)
  const parts = (cookie: string): { id: string; signatures: string[] } | undefined => {
    const [id = '', ...signatures] = cookie.split('.')
    return isPart(id) ? { id, signatures: signatures.filter(isPart).slice(0, maxAccounts) } : undefined
  }
  const includes = (signatures: readonly string[], wanted: string): boolean =>
    signatures.some((each) => timingSafeEqual(Buffer.from(each), Buffer.from(wanted)))

  return {
    /** The id of the device with these cookies if it has signed in to the account, else null. */
    find(cookies: readonly string[], userId: number): string | null {
      for (const cookie of cookies.slice(0, maxCookies)) {
        const device = parts(cookie)
        if (device && includes(device.signatures, sign(device.id, userId))) return device.id
      }
      return null
    },

    /** The next cookie of the device, after it has signed in to the account. */
    remember(cookies: readonly string[], userId: number): string {
      const present = cookies
        .slice(0, maxCookies)
        .map(parts)
        .find((each) => each !== undefined)
      const { id, signatures } = present ?? { id: randomBytes(16).toString('base64url'), signatures: [] }
      const own = sign(id, userId)
      return [id, own, ...signatures.filter((each) => each !== own).slice(0, maxAccounts - 1)].join('.')
    },
  }
}
