// Checks whether a file may be shown as a logo, and makes the image that is shown. The file is decoded by a process of its own,
// whose memory and time the system limits, and which is killed when it takes too long: a thread could not be stopped within the
// decoder, and its memory not be taken back.
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Clock } from '#platform/clock.ts'
import { readImageHeader } from './image-header.ts'

export type CheckedLogo =
  | { kind: 'image'; image: Uint8Array; hash: string }
  /** The file must not be shown; `why` is a short reason for administrators. */
  | { kind: 'refused'; why: string }
  /** The check did not finish, because of the file or of this machine. */
  | { kind: 'failed'; why: string }

/** Larger files are refused without a check. */
export const maxLogoBytes = 1024 * 1024
/** Limits of the decoded size: a pixel takes four bytes. */
const maxSide = 4_096
const maxPixels = 8_000_000
/** ms. The largest permitted image takes half a second on a slow machine. */
const checkTimeout = 5_000
/** The memory that the decoder may take; the largest permitted images take about half of it. */
const maxDecoderKiB = 320 * 1024
/** In seconds of CPU: for a decoder that is left behind because RollCall itself was killed. */
const maxDecoderCpu = 10

const decoder = fileURLToPath(new URL('logo-decoder.mjs', import.meta.url))
const decoderFlags = ['--jitless', '--max-old-space-size=32']
/** The system's limits hold from the first instruction of the decoder. They write no core file. */
const limitThenRun = `ulimit -c 0 && ulimit -t ${maxDecoderCpu} && ulimit -d ${maxDecoderKiB} && exec "$0" "$@"`
/** None of RollCall's own, which has secrets. The decoder's allocator reserves a gigabyte otherwise, which would count. */
const environment = { MIMALLOC_ARENA_EAGER_COMMIT: '0' }

let lastCheck: Promise<unknown> = Promise.resolve()

/** Checks a file's bytes, one file at a time. Never rejects: if the decoder crashes or times out, the result is 'failed'. */
export function checkLogo(bytes: Uint8Array, clock: Clock, timeout = checkTimeout): Promise<CheckedLogo> {
  const checked = lastCheck
    .then(() => check(bytes, clock, timeout))
    .catch(({ message }: Error): CheckedLogo => ({ kind: 'failed', why: `the check could not run: ${message}` }))
  lastCheck = checked
  return checked
}

async function check(bytes: Uint8Array, clock: Clock, timeout: number): Promise<CheckedLogo> {
  if (bytes.length > maxLogoBytes) return { kind: 'refused', why: `over ${maxLogoBytes} bytes` }
  const header = readImageHeader(bytes)
  if (header === null) return { kind: 'refused', why: 'not a PNG, JPEG, GIF or WebP image' }
  const { format, width, height, isSound } = header
  if (width < 1 || height < 1 || Math.max(width, height) > maxSide || width * height > maxPixels)
    return { kind: 'refused', why: `${width} by ${height} pixels` }
  const decoded = isSound ? await decodeLogo(bytes, { width, height }, clock, timeout) : 'broken'
  if (decoded === 'broken') return { kind: 'refused', why: `a broken ${format.toUpperCase()} image` }
  if (typeof decoded === 'string') return { kind: 'failed', why: decoded }
  return { kind: 'image', image: decoded, hash: hash('sha256', decoded, 'base64url').slice(0, 22) }
}

/**
 * Decodes within the limits of memory and time. Returns the image as a small WebP; 'broken' if it is no image of this size or
 * decoding it takes more memory; or the reason why the decoder did not finish.
 */
export async function decodeLogo(
  bytes: Uint8Array,
  { width, height }: { width: number; height: number },
  clock: Clock,
  timeout: number,
): Promise<Uint8Array | string> {
  const program = [process.execPath, ...decoderFlags, decoder, String(width), String(height)]
  const child = spawn('/bin/sh', ['-c', limitThenRun, ...program], {
    env: environment,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let timedOut = false
  const cancel = clock.after(timeout, () => {
    timedOut = true
    child.kill('SIGKILL')
  })
  const output: Uint8Array[] = []
  let outputBytes = 0
  child.stdout.on('data', (part: Uint8Array) => {
    output.push(part)
    outputBytes += part.length
    if (outputBytes > maxLogoBytes) child.kill('SIGKILL')
  })
  // The decoder may end before it has read the file.
  child.stdin.on('error', () => {}).end(bytes)
  const ended = await new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(`could not start: ${message}`))
    child.once('close', (code, signal) => resolve(signal ?? String(code)))
  })
  cancel()
  if (timedOut) return `the check took over ${timeout / 1000} s`
  if (ended === '2') return 'broken'
  return ended === '0' ? Buffer.concat(output) : `the decoder ended with ${ended}`
}
