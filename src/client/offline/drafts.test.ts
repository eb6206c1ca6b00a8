import { expect, it } from 'vitest'
import { draftsIn } from './drafts.ts'

it('the stored drafts are read from their JSON; there are none if the text is missing or has no drafts', () => {
  expect(draftsIn('{"3/profile":{"username":"Maria"}}')).toEqual({ '3/profile': { username: 'Maria' } })
  expect([null, '', 'null', '7', '[]', '{"3/'].map(draftsIn)).toEqual(Array(6).fill({}))
})
