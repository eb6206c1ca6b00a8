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

describe('The offline cache', () => {
  it('shows the user and the lists, also before the server has answered who is signed in', () => {
    expect(keysOf([user, upcoming])).toEqual(['/api/user', '/api/matches/upcoming'])
    expect(keysOf([user, upcoming], { userId: 3 })).toEqual(['/api/user', '/api/matches/upcoming'])
  })

  it('shows nothing to another user', () => {
    expect(keysOf([user, upcoming], { userId: 4 })).toEqual([])
  })

  it('shows nothing when any list is another user’s, whatever its age or build', () => {
    for (const change of [{}, { at: now - 9 * day }, { build: 'b' }])
      expect(keysOf([user, record('/api/matches/upcoming', { userId: 4, ...change })])).toEqual([])
  })

  it('shows nothing without a record of its user', () => {
    expect(keysOf([upcoming])).toEqual([])
  })

  it('shows no record of another build', () => {
    expect(keysOf([user, upcoming], { build: 'b' })).toEqual([])
    expect(keysOf([user, record('/api/matches/upcoming', { build: 'b' })])).toEqual(['/api/user'])
  })

  it('shows a list for seven days, and not when its time is in the future by more than that', () => {
    const at = (time: number) => keysOf([user, record('/api/matches/upcoming', { at: time })])
    expect(at(now - 7 * day)).toContain('/api/matches/upcoming')
    expect(at(now - 7 * day - 1)).toEqual(['/api/user'])
    expect(at(now + 8 * day)).toEqual(['/api/user'])
  })
})
