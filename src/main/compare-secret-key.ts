// Compares the secret key with that of the last start: all machines that share a database need the same key (docs/decisions/025).
import type { Announce } from '#platform/log.ts'
import { fingerprintOf } from '#platform/secret-key.ts'
import type { Store } from '#store'

const fingerprintSetting = 'secret-key.fingerprint'

/** Warns when the key differs from that of the last start, and stores its fingerprint. */
export async function compareSecretKey({ settings }: Store, secretKey: Uint8Array, announce: Announce): Promise<void> {
  const fingerprint = fingerprintOf(secretKey)
  const last = await settings.get(fingerprintSetting)
  if (last === fingerprint) return
  await settings.set(fingerprintSetting, fingerprint)
  if (last === undefined) return
  announce(
    'warn',
    'SECRET_KEY differs from the key of the last start on this database: owners are not shown the links that were made with the other key. All machines need the same key.',
  )
}
