import { expect, it } from 'vitest'
import { hasEnded, linkState } from './link-state.ts'

const kept = { url: 'https://rollcall.example/shared/abc', expiresAt: '2026-11-28T12:00:00.000Z', title: 'Camp' }
const same = { title: 'Camp', expiresAt: '2026-11-28T12:00:00Z' }
const other = { title: null, expiresAt: '2026-11-29T12:00:00.000Z' }

it('a link ends at the moment that was told with it, by the clock alone', () => {
  const end = Date.parse(kept.expiresAt)
  expect([hasEnded(kept, end - 1), hasEnded(kept, end), hasEnded(null, end)]).toEqual([false, true, false])
})

it('a kept link that has expired is none any more, also while the server does not answer', () => {
  for (const known of [undefined, null, same])
    expect(linkState(kept, known, true)).toEqual({ link: null, elsewhere: null, end: 'expired' })
  expect(linkState(kept, undefined, false)).toEqual({ link: kept, elsewhere: null, end: null })
})

it('a kept link that the server does not know any more is gone, and one made elsewhere comes before it', () => {
  expect(linkState(kept, null, false)).toEqual({ link: null, elsewhere: null, end: 'gone' })
  expect(linkState(kept, same, false)).toEqual({ link: kept, elsewhere: null, end: null })
  for (const isOver of [true, false])
    expect(linkState(kept, other, isOver)).toEqual({ link: null, elsewhere: other, end: null })
  expect(linkState(null, other, false)).toEqual({ link: null, elsewhere: other, end: null })
  expect(linkState(null, undefined, false)).toEqual({ link: null, elsewhere: null, end: null })
})
