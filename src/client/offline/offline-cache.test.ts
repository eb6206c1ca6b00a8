import { describe, expect, it } from 'vitest'
import { type CachedRecord, showable } from './offline-cache.ts'

const day = 24 * 60 * 60_000
const now = Date.parse('2026-11-21T18:00:00Z')
const record = (key: string, change: Partial<CachedRecord> = {}): CachedRecord => ({
  key,
  userId: 3,
  build: 'a',
  at: now - day,
  ahead: 0,
  data: key === '/api/user' ? { id: change.userId ?? 3, username: 'maria' } : { matches: [] },
  ...change,
})
const user = record('/api/user')
const upcoming = record('/api/matches/upcoming')
const keysOf = (records: CachedRecord[], reader: { userId?: number; build?: string } = {}): string[] =>
  showable(records, { build: 'a', now, ...reader }).map(({ key }) => key)

describe('of what is kept', () => {
  it('the user and the lists are shown, also before it is known who is signed in', () => {
    expect(keysOf([user, upcoming])).toEqual(['/api/user', '/api/matches/upcoming'])
    expect(keysOf([user, upcoming], { userId: 3 })).toEqual(['/api/user', '/api/matches/upcoming'])
  })

  it('nothing is shown to another user', () => {
    expect(keysOf([user, upcoming], { userId: 4 })).toEqual([])
  })

  it('nothing is shown where one list is another user’s, however old it is or whatever built it', () => {
    for (const change of [{}, { at: now - 9 * day }, { build: 'b' }])
      expect(keysOf([user, record('/api/matches/upcoming', { userId: 4, ...change })])).toEqual([])
  })

  it('nothing is shown without knowing whose it is', () => {
    expect(keysOf([upcoming])).toEqual([])
  })

  it('nothing is shown that another build has kept', () => {
    expect(keysOf([user, upcoming], { build: 'b' })).toEqual([])
    expect(keysOf([user, record('/api/matches/upcoming', { build: 'b' })])).toEqual(['/api/user'])
  })

  it('a list is shown for seven days, and not when the device’s clock says that it is from a time to come', () => {
    const at = (time: number) => keysOf([user, record('/api/matches/upcoming', { at: time })])
    expect(at(now - 7 * day)).toContain('/api/matches/upcoming')
    expect(at(now - 7 * day - 1)).toEqual(['/api/user'])
    expect(at(now + 8 * day)).toEqual(['/api/user'])
  })
})
