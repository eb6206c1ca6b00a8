import { expect, it } from 'vitest'
import { presentSharedHeading, sharedClaims, sharedVersion } from './shared.ts'

const claims = [
  { matchId: 1, name: 'Ana', at: '', order: 1 },
  { matchId: 2, name: null, at: '', order: 2 },
  { matchId: 3, name: 'Ben', at: '', order: 3 },
]
const sharedBy = { link: { title: 'Camp', username: 'coach', mayClaim: false }, watched: { claims, claimOrder: 3 } }
const withRight = { ...sharedBy, link: { ...sharedBy.link, mayClaim: true } }

it('A shared page is live while one of its tournaments is, and states the update interval of its mode [D7]', () => {
  expect(presentSharedHeading(sharedBy, [{ status: 'past' }, { status: 'live' }])).toEqual({
    title: 'Camp',
    sharedBy: { username: 'coach' },
    mode: 'live',
    updateIntervalMinutes: 2,
    mayClaim: false,
    claimOrder: 0,
  })
  expect(presentSharedHeading(sharedBy, [{ status: 'upcoming' }])).toMatchObject({
    mode: 'upcoming',
    updateIntervalMinutes: 60,
  })
})

it('The version of a shared page depends on its fingerprints, but not on the order of its athletes', () => {
  const heading = presentSharedHeading(sharedBy, [])
  const fingerprints = (...ids: number[]) =>
    new Map(ids.map((id) => [id, { athlete: `a${id}`, matches: new Map([[id, 'm']]) }]))
  const versionOf = (...ids: number[]) => sharedVersion(heading, fingerprints(...ids), (text) => text)
  expect(versionOf(2, 1)).toBe(versionOf(1, 2))
  expect(versionOf(1)).not.toBe(versionOf(2))
})

it('A shared page shows the claims of its own matches, and only while the link gives the right to claim', () => {
  const fingerprints = new Map([[7, { athlete: 'a', matches: new Map([1, 2].map((id) => [id, 'm'])) }]])
  expect(sharedClaims(withRight, fingerprints)).toEqual([{ matchId: 1, name: 'Ana', at: '', order: 1 }])
  expect(presentSharedHeading(withRight, []).claimOrder).toBe(3)
  expect(sharedClaims(sharedBy, fingerprints)).toEqual([])
})
