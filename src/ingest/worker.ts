// The reading thread: bytes in, reading and fingerprints out.
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { bjjcompsystem } from '#sources'
import type { ReadOrder, ReadResult } from './reader.ts'

function read({ page, body, charset, context, knownBody, knownRoster }: ReadOrder): ReadResult {
  const bodyHash = hash(body)
  if (bodyHash === knownBody) return { kind: 'same-body', bodyHash }
  const text = decode(body, charset)
  const reading = bjjcompsystem.read(page, text, context)
  const readingHash = hash(JSON.stringify(reading))
  const kept = reading.verdict === 'whole' ? null : text
  if (!('mats' in reading) || reading.athletes === null)
    return { kind: 'reading', reading, bodyHash, readingHash, rosterHash: null, body: kept }
  const rosterHash = hash(JSON.stringify([reading.athletes, reading.clubs]))
  const trimmed = rosterHash === knownRoster ? { ...reading, athletes: null, clubs: null } : reading
  return { kind: 'reading', reading: trimmed, bodyHash, readingHash, rosterHash, body: kept }
}

const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

function decode(body: Uint8Array, charset: string): string {
  try {
    const text = new TextDecoder(charset).decode(body)
    // Said to be UTF-8 and has not one valid letter outside ASCII: it is the older encoding.
    return text.includes('\ufffd') && !/[\u0080-\ufffc]/.test(text)
      ? new TextDecoder('windows-1252').decode(body)
      : text
  } catch {
    // A charset nobody knows.
    return new TextDecoder().decode(body)
  }
}

parentPort?.on('message', ({ id, order }: { id: number; order: ReadOrder }) => {
  try {
    parentPort?.postMessage({ id, result: read(order) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})
