import { describe, expect, it } from 'vitest'
import { hasEnded, linkState } from './link-state.ts'

const kept = { url: 'https://rollcall.example/shared/abc', expiresAt: '2026-11-28T12:00:00.000Z', title: 'Camp' }
const told = { shareUrl: 'https://rollcall.example/shared/new', title: 'Worlds', expiresAt: '2026-11-29T12:00:00.000Z' }
const untold = { ...told, shareUrl: null }
const ok = { isOver: false, hasFailed: false }
const over = { isOver: true, hasFailed: false }

describe('the user’s link', () => {
  it('ends at the moment that was told with it, by the clock alone', () => {
    const end = Date.parse(kept.expiresAt)
    expect([hasEnded(kept, end - 1), hasEnded(kept, end), hasEnded(null, end)]).toEqual([false, true, false])
  })

  it('is the one that this browser keeps until the server has answered, unless that has expired', () => {
    expect(linkState(kept, undefined, ok)).toEqual({ kind: 'ready', link: kept })
    expect(linkState(kept, undefined, { isOver: false, hasFailed: true })).toEqual({ kind: 'ready', link: kept })
    expect(linkState(kept, undefined, over)).toEqual({ kind: 'loading' })
  })

  it('is not said to be missing while nothing is known', () => {
    expect(linkState(null, undefined, ok)).toEqual({ kind: 'loading' })
    expect(linkState(null, undefined, { isOver: false, hasFailed: true })).toEqual({ kind: 'failed' })
  })

  it('is the one that the server tells, whatever this browser keeps', () => {
    const link = { url: told.shareUrl, title: 'Worlds', expiresAt: told.expiresAt }
    for (const before of [null, kept, { ...kept, expiresAt: told.expiresAt }])
      expect(linkState(before, told, ok)).toEqual({ kind: 'ready', link })
    expect(linkState(null, { ...told, title: null }, ok)).toMatchObject({ link: { title: '' } })
  })

  it('is gone when the server knows of none, and said to be where this browser kept one', () => {
    expect(linkState(null, null, ok)).toEqual({ kind: 'none', end: null, lastTitle: '' })
    expect(linkState(kept, null, ok)).toEqual({ kind: 'none', end: 'gone', lastTitle: '' })
    expect(linkState(kept, null, over)).toEqual({ kind: 'none', end: 'expired', lastTitle: 'Camp' })
    for (const known of [told, untold])
      expect(linkState(kept, known, over)).toEqual({ kind: 'none', end: 'expired', lastTitle: 'Worlds' })
  })

  it('is hidden where the server cannot tell its address, unless this browser keeps that of the same link', () => {
    const hidden = { kind: 'hidden', title: 'Worlds', expiresAt: told.expiresAt }
    expect(linkState(null, untold, ok)).toEqual(hidden)
    expect(linkState(kept, untold, ok)).toEqual(hidden)
    const same = { ...kept, expiresAt: '2026-11-29T12:00:00Z' }
    expect(linkState(same, untold, ok)).toMatchObject({ kind: 'ready', link: { url: kept.url, title: 'Worlds' } })
  })
})
