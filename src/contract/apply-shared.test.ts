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
  athletes: [],
  matches: [],
  removedAthletes: [],
  removedMatches: [],
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
