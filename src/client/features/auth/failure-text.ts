// What a failed call says on the screens that have texts of their own for it (core specification section 8).
import { CallError } from '#client/requests/call-error.ts'

/** The server's error text; without one `otherwise`, and `unreachable` when the server was not reached. */
export function failureText(error: Error, texts: { otherwise: string; unreachable: string }): string {
  if (!(error instanceof CallError)) return texts.otherwise
  if (error.status === 0) return texts.unreachable
  return error.errorText === null ? texts.otherwise : error.sentence
}
