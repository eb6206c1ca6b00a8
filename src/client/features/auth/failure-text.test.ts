import { describe, expect, it } from 'vitest'
import { CallError } from '#client/requests/call-error.ts'
import { failureText } from './failure-text.ts'

const texts = { otherwise: 'Failed to reset password', unreachable: 'Failed to reset password. Please try again.' }

describe('The text of a failed call', () => {
  it("is the server's sentence if it has one", () => {
    const body = '{"success":false,"error":"This reset link is invalid or has expired.","code":"invalid-token"}'
    expect(failureText(new CallError(400, body), texts)).toBe('This reset link is invalid or has expired.')
  })

  it('is the text of the screen if the error has no sentence of the server', () => {
    expect(failureText(new CallError(502, '<html>Bad Gateway</html>', 'Bad Gateway'), texts)).toBe(texts.otherwise)
    expect(failureText(new Error('bug'), texts)).toBe(texts.otherwise)
  })

  it('is the text for an unreachable server if there was no answer', () => {
    expect(failureText(new CallError(0, ''), texts)).toBe(texts.unreachable)
  })
})
