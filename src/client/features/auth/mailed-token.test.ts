import { expect, it } from 'vitest'
import { tokenIn } from './mailed-token.ts'

it('takes the token of a mailed link, and none from a link that has lost it', () => {
  expect(tokenIn('?token=aB3-_x')).toBe('aB3-_x')
  expect(['', '?token=', '?other=1'].map(tokenIn)).toEqual([null, null, null])
})
