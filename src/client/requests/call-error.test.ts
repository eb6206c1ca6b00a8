import { expect, it } from 'vitest'
import { CallError, isRefusal } from './call-error.ts'

it('a call counts as refused at status 401 or 403, and at no other failure', () => {
  const statuses = [0, 400, 401, 403, 404, 409, 429, 500, 502, 503, 504]
  expect(statuses.filter((status) => isRefusal(new CallError(status, '{}')))).toEqual([401, 403])
  expect(isRefusal(new Error('401: '))).toBe(false)
})
