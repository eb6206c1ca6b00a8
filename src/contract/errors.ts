// The errors of the API: a stable code, an HTTP status and one sentence for people.
import * as z from 'zod/mini'

/** The HTTP status and default sentence of each code. Sentences of the specification are literal. */
export const errors = {
  'invalid-input': [400, 'Something in the request is not right.'],
  'wrong-password': [400, 'Current password is incorrect.'],
  'invalid-token': [400, 'This reset link is invalid or has expired.'],
  unauthorized: [401, 'Please log in.'],
  'wrong-login': [401, 'Wrong email or password.'],
  forbidden: [403, 'You are not allowed to do this.'],
  'cross-site': [403, 'This request came from another site.'],
  'not-found': [404, 'Not found.'],
  'wrong-method': [405, 'This address does not take that method.'],
  changed: [409, 'This was changed on another device meanwhile.'],
  taken: [409, 'This name or email cannot be used.'],
  'two-people': [409, 'These are two people.'],
  'not-removable': [409, 'This cannot be removed.'],
  limit: [400, 'You have reached the limit.'],
  'other-user': [412, 'Another user is signed in in this browser.'],
  'too-large': [413, 'The request is too large.'],
  'not-json': [415, 'Send the request as JSON.'],
  'wrong-host': [421, 'RollCall does not answer under this host name. Use the host name in PUBLIC_URL.'],
  'too-many': [429, 'Too many requests. Please try again later.'],
  bug: [500, 'Something went wrong on our side.'],
  'source-unavailable': [502, 'The competition system could not be read. The last known data stays.'],
  busy: [503, 'RollCall is busy. Please try again in a moment.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof errors

/** The body of every error response. `requestId` is present only for errors of the server, which users may report. */
export const ErrorBody = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
  requestId: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** An expected error, which the API sends as an `ErrorBody`. `retryAfter` in seconds. */
export class CodedError extends Error {
  override name = 'CodedError'
  readonly code: ErrorCode
  readonly retryAfter: number | undefined
  constructor(code: ErrorCode, sentence: string = errors[code][1], retryAfter?: number) {
    super(sentence)
    this.code = code
    this.retryAfter = retryAfter
  }
  get status(): number {
    return errors[this.code][0]
  }
}

/** Errors in a request, for the developers of other programs. */
export const requestTexts = {
  noJson: 'The body of the request is not JSON.',
  noObject: 'The body of the request is not a JSON object.',
  tooSlow: 'The request took too long to arrive.',
} as const

/** The sentence about an invalid field without a sentence of its own; `path`: where the field is in the body or the query. */
export const invalidField = (path: readonly PropertyKey[]): string =>
  `${errors['invalid-input'][1].slice(0, -1)}: ${path.map(String).join('.')}.`

/** The sentence about an external id that is not a numeric string (core.md section 5). */
export const invalidExternalId = (what: string, id: string): string =>
  `Invalid ${what} ID: ${id.slice(0, 80)}. Must be a numeric string.`
