import { destination, pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type Log = Logger

/** Fields with secrets, which are redacted at the top level and one or two levels below. */
const secretFields = [
  'authorization',
  'cookie',
  'linkId',
  'newPassword',
  'currentPassword',
  'password',
  'set-cookie',
  'shareUrl',
  'token',
]

/**
 * Creates the process's log: one JSON object per line, by default on standard output. Passwords, cookies and tokens are
 * redacted in the fields `secretFields`; of a request (`req`) only the id, the method and `loggablePath` are logged.
 */
export function createLog(level: LogLevel, stream: DestinationStream = destination({ dest: 1, sync: true })): Log {
  const paths = secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`, `*.*["${field}"]`])
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[secret]' },
      serializers: { err: pino.stdSerializers.err, req: describeRequest },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    stream,
  )
}

/** Prints a sentence for the operator, whatever the LOG_LEVEL. */
export type Announce = (level: 'info' | 'warn' | 'fatal', sentence: string, fields?: object) => void

/**
 * Prints sentences for the operator: on a terminal as text, a fatal one to standard error; without a terminal as JSON lines of
 * the log.
 */
export function createAnnouncer(log: Log, { stdout, stderr }: Pick<NodeJS.Process, 'stdout' | 'stderr'>): Announce {
  const always = log.child({}, { level: 'trace' })
  return (level, sentence, fields = {}) => {
    const stream = level === 'fatal' ? stderr : stdout
    if (stream.isTTY) stream.write(`${sentence}\n`)
    else always[level](fields, sentence)
  }
}

/** Logs Node's own warnings, which Node otherwise prints as text. On a terminal Node still does. */
export function logWarnings(log: Log, { stderr }: Pick<NodeJS.Process, 'stderr'>): void {
  if (stderr.isTTY) return
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'Node issued a warning'))
}

/**
 * A request's path for the log: without the query, which may contain a token, and with redacted segments that may be random ids.
 * Such a segment has 16 or more letters, digits, -, _ or %, and is not a series of lower-case words joined by hyphens.
 */
export function loggablePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return path
    .split('/')
    .map((segment) => (/^[\w%-]{16,}$/.test(segment) && !/^[a-z]+(-[a-z]+)*$/.test(segment) ? '[secret]' : segment))
    .join('/')
}

function describeRequest(request: { id?: unknown; method?: string; url?: string }): object {
  return { id: request.id, method: request.method, path: loggablePath(request.url ?? '') }
}
