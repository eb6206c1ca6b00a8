import { onlineManager } from '@tanstack/react-query'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CallError, isRefusal } from './call-error.ts'
import { noteNoAnswer } from './network.ts'

const notFound = new CallError(404, 'Not found.')
const unreached = new CallError(0, '')

it('a call counts as refused at status 401 or 403, and at no other failure', () => {
  const statuses = [0, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504]
  expect(statuses.filter((status) => isRefusal(new CallError(status, '{}')))).toEqual([401, 403])
  expect(isRefusal(new Error('401: '))).toBe(false)
})

describe('The error of a call', () => {
  afterEach(() => onlineManager.setOnline(true))

  it('has the status and the body as its message, or says that the fetch failed', () => {
    expect(new CallError(502, 'The competition system could not be read.').message).toBe(
      '502: The competition system could not be read.',
    )
    expect(unreached.message).toBe('Failed to fetch')
  })

  it('has a sentence for users: the one in the body, the body itself, or one about the missing connection', () => {
    expect(
      new CallError(401, '{"success":false,"error":"Wrong email or password.","code":"wrong-login"}').sentence,
    ).toBe('Wrong email or password.')
    expect(notFound.sentence).toBe('Not found.')
    expect(unreached.sentence).toBe('No connection to the server. Please try again.')
  })

  it('has the same offline sentence as every screen when the device is offline', () => {
    vi.stubGlobal('navigator', { onLine: false })
    onTestFinished(() => void vi.unstubAllGlobals())
    noteNoAnswer()
    expect(new CallError(0, '').sentence).toBe("You're offline · Check your connection and try again")
  })

  it("does not show a proxy's error page to users", () => {
    const sentence = 'The server cannot answer right now. Please try again.'
    expect(new CallError(502, '<html><h1>nginx</h1></html>', 'Bad Gateway').sentence).toBe(sentence)
    expect(new CallError(503, 'upstream timed out', 'Service Unavailable').sentence).toBe(sentence)
    expect(new CallError(403, '<html>', 'Forbidden').sentence).toBe('Forbidden')
    expect(new CallError(400, '{"error":""}').sentence).toBe('Something went wrong')
  })
})
