import { expect, it } from 'vitest'
import { storedProof, tokenIn, storedToken } from './emailed-token.ts'

it('the token of an emailed link is read from its query, and is null when missing', () => {
  expect(tokenIn('?token=aB3-_x')).toBe('aB3-_x')
  expect(['', '?token=', '?other=1'].map(tokenIn)).toEqual([null, null, null])
})

it('the token and the proof are read from the history state, and are null in any other state', () => {
  const proof = { email: 'ana@example.org', token: 'aB3-_x' }
  expect([storedToken({ emailedToken: 'aB3-_x' }), storedProof({ proof })]).toEqual(['aB3-_x', proof])
  for (const other of [null, undefined, 'text', { from: '/share', userId: 3 }, { emailedToken: 7, proof: 'x' }])
    expect([storedToken(other), storedProof(other)]).toEqual([null, null])
})
