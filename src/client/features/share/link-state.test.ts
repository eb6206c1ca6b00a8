import { describe, expect, it } from 'vitest'
import { isExpired, linkState } from './link-state.ts'

const stored = { url: 'https://rollcall.example/shared/abc', expiresAt: '2026-11-28T12:00:00.000Z', title: 'Camp' }
const known = {
  shareUrl: 'https://rollcall.example/shared/new',
  title: 'Worlds',
  expiresAt: '2026-11-29T12:00:00.000Z',
  mayClaim: false,
}
const withoutUrl = { ...known, shareUrl: null }
const ok = { hasExpired: false, hasFailed: false }
const over = { hasExpired: true, hasFailed: false }

describe('The user’s share link', () => {
  it('expires at its stored time, by the clock alone', () => {
    const end = Date.parse(stored.expiresAt)
    expect([isExpired(stored, end - 1), isExpired(stored, end), isExpired(null, end)]).toEqual([false, true, false])
  })

  it('is the stored one until the server has answered, unless it has expired', () => {
    expect(linkState(stored, undefined, ok)).toEqual({ kind: 'ready', link: stored })
    expect(linkState(stored, undefined, { hasExpired: false, hasFailed: true })).toEqual({
      kind: 'ready',
      link: stored,
    })
    expect(linkState(stored, undefined, over)).toEqual({ kind: 'loading' })
  })

  it('is loading or failed, not missing, until the server has answered', () => {
    expect(linkState(null, undefined, ok)).toEqual({ kind: 'loading' })
    expect(linkState(null, undefined, { hasExpired: false, hasFailed: true })).toEqual({ kind: 'failed' })
  })

  it("is the server's once the server has answered, whatever is stored", () => {
    const link = { url: known.shareUrl, title: 'Worlds', expiresAt: known.expiresAt }
    for (const before of [null, stored, { ...stored, expiresAt: known.expiresAt }])
      expect(linkState(before, known, ok)).toEqual({ kind: 'ready', link })
    expect(linkState(null, { ...known, title: null }, ok)).toMatchObject({ link: { title: '' } })
  })

  it('is missing when the server has none, and reported as deleted or expired when one is stored', () => {
    expect(linkState(null, null, ok)).toEqual({ kind: 'none', end: null, lastTitle: '' })
    expect(linkState(stored, null, ok)).toEqual({ kind: 'none', end: 'gone', lastTitle: '' })
    expect(linkState(stored, null, over)).toEqual({ kind: 'none', end: 'expired', lastTitle: 'Camp' })
  })

  it('is reported as expired when the server’s link has expired', () => {
    for (const link of [known, withoutUrl])
      expect(linkState(stored, link, over)).toEqual({ kind: 'none', end: 'expired', lastTitle: 'Worlds' })
  })

  it('is hidden when the server does not have its address, unless the same link is stored', () => {
    const hidden = { kind: 'hidden', title: 'Worlds', expiresAt: known.expiresAt }
    expect(linkState(null, withoutUrl, ok)).toEqual(hidden)
    expect(linkState(stored, withoutUrl, ok)).toEqual(hidden)
    const same = { ...stored, expiresAt: '2026-11-29T12:00:00Z' }
    expect(linkState(same, withoutUrl, ok)).toMatchObject({ kind: 'ready', link: { url: stored.url, title: 'Worlds' } })
  })
})
