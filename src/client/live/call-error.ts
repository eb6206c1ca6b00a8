// What a call that did not succeed raises.
import { t } from '#client/texts/t.ts'

/** The message of a failed fetch, whatever words the browser has for it; it is never tried again. */
const fetchFailed = 'Failed to fetch'

/** A call that failed. `status` is 0 when the server was not reached. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  /** One sentence for people: the server's own, or what is known. */
  readonly sentence: string

  /** The message is the status, a colon, a blank and the body (core specification section 8). */
  constructor(status: number, body: string) {
    super(status === 0 ? fetchFailed : `${status}: ${body}`)
    this.status = status
    this.sentence = status === 0 ? t('connection.network') : sentenceIn(body)
  }
}

function sentenceIn(body: string): string {
  try {
    const parsed: unknown = JSON.parse(body)
    if (typeof parsed === 'object' && parsed !== null && 'error' in parsed && typeof parsed.error === 'string')
      return parsed.error
  } catch {
    // Plain text is its own sentence.
  }
  return body
}
