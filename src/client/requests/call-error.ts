// What a call that did not succeed raises.
import { onlineManager } from '@tanstack/react-query'
import { offlineSentence } from '#client/texts/connection-words.ts'
import { serverText, t } from '#client/texts/t.ts'

/** The message of a failed fetch, whatever words the browser has for it; it is never tried again. */
const fetchFailed = 'Failed to fetch'

/** A call that failed. `status` is 0 when the server was not reached. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  /** One sentence for people: the server's own, or what is known. */
  readonly sentence: string
  /** The error text of the answer in the server's own words, where it has one; `sentence` says it in the user's. */
  readonly errorText: string | null
  readonly statusText: string

  /** The message is the status, a colon, a blank and the body (core specification section 8). */
  constructor(status: number, body: string, statusText = '') {
    super(status === 0 ? fetchFailed : `${status}: ${body || statusText}`)
    this.status = status
    this.statusText = statusText
    const { error, code } = answerIn(body)
    this.errorText = error
    this.sentence =
      status === 0
        ? unreached()
        : error === null
          ? status >= 500
            ? t('connection.server')
            : plain(body) || statusText || t('app.failedTitle')
          : serverText(error, code)
  }
}

const unreached = (): string => (onlineManager.isOnline() ? t('connection.network') : offlineSentence())

/** True of an answer to somebody who may not have it; any other failure says nothing about that. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 401 || error.status === 403)

/** The body where it can be words for people: no page and no data of some machine on the way. */
const plain = (body: string): string => (/^\s*[<{[]/.test(body) ? '' : body)

type Answer = { error: string | null; code: string | null }

function answerIn(body: string): Answer {
  try {
    const { error, code } = JSON.parse(body) as Record<string, unknown>
    return {
      error: typeof error === 'string' && error !== '' ? error : null,
      code: typeof code === 'string' ? code : null,
    }
  } catch {
    // A page of some machine on the way: no word of the server's.
    return { error: null, code: null }
  }
}
