// The error of a failed call.
import { offlineSentence } from '#client/texts/connection-words.ts'
import { serverText, t } from '#client/texts/t.ts'
import { currentReach } from './network.ts'

/** The message of a failed fetch, the same in every browser; such a call is never retried. */
const fetchFailed = 'Failed to fetch'

/** A call that failed. `status` is 0 when the server was not reached. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  /** One sentence for users: the server's in the user's language, else one derived from the status and the body. */
  readonly sentence: string
  /** The answer's error text in the server's English, or null; `sentence` is its translation. */
  readonly errorText: string | null
  /** The code of the server's error; null for an answer without one, which may be another program's. */
  readonly code: string | null
  readonly statusText: string

  /**
   * The message is the status, a colon, a space and the body (the status text if the body is empty), or `fetchFailed` at status 0
   * (core specification section 8).
   */
  constructor(status: number, body: string, statusText = '') {
    super(status === 0 ? fetchFailed : `${status}: ${body || statusText}`)
    this.status = status
    const { error, code } = answerIn(body)
    this.errorText = error
    this.code = code
    this.statusText = statusText
    this.sentence =
      status === 0
        ? noConnectionText()
        : error === null
          ? status >= 500
            ? t('connection.server')
            : plainText(body) || statusText || t('app.failedTitle')
          : serverText(error, code)
  }
}

function noConnectionText(): string {
  const reach = currentReach()
  return reach === 'online'
    ? t('connection.network')
    : reach === 'offline'
      ? offlineSentence()
      : t('connection.intercepted')
}

/** Whether the server reported that nobody is signed in. A 401 of another program, such as a proxy, does not. */
export const isSessionOver = (error: unknown): boolean => error instanceof CallError && error.code === 'unauthorized'

/**
 * Whether the server has not decided about a change, so that it must be sent again: it was not reached, failed or was busy, or
 * another user or nobody is signed in.
 */
export const isUndecided = ({ status }: CallError): boolean =>
  status === 0 || status >= 500 || [401, 408, 412, 429].includes(status)

/** Whether the server refused access: 401 or 403. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 401 || error.status === 403)

/** The body if it can be a sentence; empty for HTML or JSON of a proxy. */
const plainText = (body: string): string => (/^\s*[<{[]/.test(body) ? '' : body)

type Answer = { error: string | null; code: string | null }

function answerIn(body: string): Answer {
  try {
    const { error, code } = JSON.parse(body) as Record<string, unknown>
    return {
      error: typeof error === 'string' && error !== '' ? error : null,
      code: typeof code === 'string' ? code : null,
    }
  } catch {
    // An HTML page of a proxy, not our server's answer.
    return { error: null, code: null }
  }
}
