import { destination, pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type Log = Logger

/** Fields that hold a secret, wherever they stand at the top, or one or two levels below. */
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
 * The process's log: one JSON object a line, on standard output unless told otherwise. Passwords, cookies and tokens
 * are replaced; of a request only its method and `loggablePath` are kept.
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

/**
 * A request's path as it may be logged: without its query (it may carry an identity or a token), and with every
 * segment replaced that may be a random id: 16 or more letters, digits, - or _ that are not lower-case-words.
 */
export function loggablePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  return path
    .split('/')
    .map((segment) => (/^[\w-]{16,}$/.test(segment) && !/^[a-z]+(-[a-z]+)*$/.test(segment) ? '[secret]' : segment))
    .join('/')
}

function describeRequest(request: { id?: unknown; method?: string; url?: string }): object {
  return { id: request.id, method: request.method, path: loggablePath(request.url ?? '') }
}
