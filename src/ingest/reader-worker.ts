// The worker thread that parses pages: receives bytes, returns the reading and its fingerprints.
import { createHash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { bjjcompsystem } from '#sources'
import type { ReadTask, ReadResult } from './reader.ts'

function read({ page, body, charset, context, knownBody, knownRoster }: ReadTask): ReadResult {
  const bodyHash = hash(body)
  if (bodyHash === knownBody) return { kind: 'same-body', bodyHash }
  const text = decode(body, charset)
  const reading = bjjcompsystem.read(page, text, context)
  const readingHash = hash(JSON.stringify(reading))
  const storedBody = reading.verdict === 'whole' ? null : text
  if (!('mats' in reading) || reading.athletes === null)
    return { kind: 'reading', reading, bodyHash, readingHash, rosterHash: null, body: storedBody }
  const rosterHash = hash(JSON.stringify([reading.athletes, reading.clubs]))
  const trimmed = rosterHash === knownRoster ? { ...reading, athletes: null, clubs: null } : reading
  return { kind: 'reading', reading: trimmed, bodyHash, readingHash, rosterHash, body: storedBody }
}

const hash = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

function decode(body: Uint8Array, charset: string): string {
  try {
    const text = new TextDecoder(charset).decode(body)
    // A page that claims UTF-8 but has invalid bytes and no valid letter outside ASCII is in the older encoding.
    return text.includes('\ufffd') && !/[\u0080-\ufffc]/.test(text)
      ? new TextDecoder('windows-1252').decode(body)
      : text
  } catch {
    // The charset is unknown.
    return new TextDecoder().decode(body)
  }
}

parentPort?.on('message', ({ id, task }: { id: number; task: ReadTask }) => {
  try {
    parentPort?.postMessage({ id, result: read(task) })
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) })
  }
})
