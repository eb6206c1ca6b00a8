import { describe, expect, it } from 'vitest'
import { CallError } from '#client/requests/call-error.ts'
import { failureText } from './failure-text.ts'

const texts = { otherwise: 'Failed to reset password', unreachable: 'Failed to reset password. Please try again.' }

describe('what a failed call says', () => {
  it("is the server's own sentence where it has one", () => {
    const body = '{"success":false,"error":"This reset link is invalid or has expired.","code":"invalid-token"}'
    expect(failureText(new CallError(400, body), texts)).toBe('This reset link is invalid or has expired.')
  })

  it('is a sentence of ours when some machine on the way answered', () => {
    expect(failureText(new CallError(502, '<html>Bad Gateway</html>', 'Bad Gateway'), texts)).toBe(texts.otherwise)
    expect(failureText(new Error('bug'), texts)).toBe(texts.otherwise)
  })

  it('asks to try again when the server was not reached', () => {
    expect(failureText(new CallError(0, ''), texts)).toBe(texts.unreachable)
  })
})
