import { expect, it } from 'vitest'
import { applySharedUpdate } from './apply-shared.ts'
import type { ServerMessageOf } from './live.ts'
import type { SharedChange, SharedRollCall } from './sharing.ts'

const page: SharedRollCall = {
  success: true,
  title: 'Camp',
  sharedBy: { username: 'coach' },
  mode: 'upcoming',
  updateIntervalMinutes: 60,
  athletes: [],
  upcomingMatches: [],
  mayClaim: false,
  claimOrder: 0,
  claims: [],
  sources: {},
  halls: {},
  version: 'one',
  serverTime: '2026-11-21T18:00:00.000Z',
}
const change: SharedChange = {
  from: 'one',
  title: 'Worlds',
  sharedBy: { username: 'coach' },
  mode: 'live',
  updateIntervalMinutes: 2,
  mayClaim: false,
  claimOrder: 0,
  athletes: [],
  matches: [],
  removedAthletes: [],
  removedMatches: [],
  claims: [],
  removedClaims: [],
}
const update = (version: string, news?: SharedChange): ServerMessageOf<'shared_rollcall_update'> => ({
  type: 'shared_rollcall_update',
  sharedRollcallId: 'A'.repeat(22),
  version,
  ...(news && { change: news }),
  serverTime: '2026-11-21T18:00:10.000Z',
})

it('A shared page applies an update that builds on its version', () => {
  expect(applySharedUpdate(page, update('two', change))).toEqual({
    ...page,
    title: 'Worlds',
    mode: 'live',
    updateIntervalMinutes: 2,
    version: 'two',
  })
})

it('A shared page ignores an update to the version that it already has', () => {
  expect(applySharedUpdate(page, update('one'))).toBe(page)
  const next = applySharedUpdate(page, update('two', change))
  expect(next && applySharedUpdate(next, update('two', change))).toBe(next)
})

it('A shared page must be reloaded when an update has no change or builds on another version', () => {
  expect(applySharedUpdate(page, update('two'))).toBeNull()
  expect(applySharedUpdate(page, update('three', { ...change, from: 'two' }))).toBeNull()
})

it('A shared page replaces and removes claims with an update', () => {
  const claim = (matchId: number, order: number, name: string) => ({ matchId, order, name, at: '' })
  const claimed = { ...page, claims: [claim(1, 1, 'Ana'), claim(2, 2, 'Ana'), claim(3, 3, 'Ana')] }
  const news = { ...change, mayClaim: true, claimOrder: 4, claims: [claim(1, 4, 'Ben')], removedClaims: [2] }
  expect(applySharedUpdate(claimed, update('two', news))).toMatchObject({
    mayClaim: true,
    claimOrder: 4,
    claims: [claim(3, 3, 'Ana'), claim(1, 4, 'Ben')],
  })
})
