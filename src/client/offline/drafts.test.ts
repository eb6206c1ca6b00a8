import { expect, it } from 'vitest'
import { draftsIn } from './drafts.ts'

it('reads the drafts that this browser kept, and none from a text that is not ours', () => {
  expect(draftsIn('{"3/profile":{"username":"Maria"}}')).toEqual({ '3/profile': { username: 'Maria' } })
  expect([null, '', 'null', '7', '[]', '{"3/'].map(draftsIn)).toEqual(Array(6).fill({}))
})
