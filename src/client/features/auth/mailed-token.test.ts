import { expect, it } from 'vitest'
import { proofKept, tokenIn, tokenKept } from './mailed-token.ts'

it('takes the token of a mailed link, and none from a link that has lost it', () => {
  expect(tokenIn('?token=aB3-_x')).toBe('aB3-_x')
  expect(['', '?token=', '?other=1'].map(tokenIn)).toEqual([null, null, null])
})

it('finds what an entry of the history keeps, and nothing in an entry of something else', () => {
  const proof = { email: 'ana@example.org', token: 'aB3-_x' }
  expect([tokenKept({ mailedToken: 'aB3-_x' }), proofKept({ proof })]).toEqual(['aB3-_x', proof])
  for (const other of [null, undefined, 'text', { from: '/share', userId: 3 }, { mailedToken: 7, proof: 'x' }])
    expect([tokenKept(other), proofKept(other)]).toEqual([null, null])
})
