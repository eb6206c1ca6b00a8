// The error text of screens with their own texts (core specification section 8).
import { CallError } from '#client/requests/call-error.ts'

/** The server's error text, else `otherwise`; `unreachable` when the server was not reached. */
export function failureText(error: Error, texts: { otherwise: string; unreachable: string }): string {
  if (!(error instanceof CallError)) return texts.otherwise
  if (error.status === 0) return texts.unreachable
  return error.errorText === null ? texts.otherwise : error.sentence
}
