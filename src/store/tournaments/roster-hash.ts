import { createHash } from 'node:crypto'
import type { Reading } from '#domain/reading.ts'

/** A fingerprint of the roster on a board page, so that the same one is not compared again; null without a roster. */
export function rosterHash(reading: Reading): string | null {
  if (!('athletes' in reading) || reading.page.kind !== 'board' || reading.athletes === null) return null
  const clubs = 'clubs' in reading ? reading.clubs : null
  return createHash('sha256')
    .update(JSON.stringify([reading.athletes, clubs]))
    .digest('base64url')
}
