import { expect, it } from 'vitest'
import { presentSharedHeading, sharedVersion } from './shared.ts'

const link = { title: 'Camp', username: 'coach' }

it('A shared page is live while one of its tournaments is, and promises the interval of that mode [D7]', () => {
  expect(presentSharedHeading(link, [{ status: 'past' }, { status: 'live' }])).toEqual({
    title: 'Camp',
    sharedBy: { username: 'coach' },
    mode: 'live',
    updateIntervalMinutes: 2,
  })
  expect(presentSharedHeading(link, [{ status: 'upcoming' }])).toMatchObject({
    mode: 'upcoming',
    updateIntervalMinutes: 60,
  })
})

it('The version of a shared page depends on its fingerprints, but not on the order of its athletes', () => {
  const heading = presentSharedHeading(link, [])
  const fingerprints = (...ids: number[]) =>
    new Map(ids.map((id) => [id, { athlete: `a${id}`, matches: new Map([[id, 'm']]) }]))
  const versionOf = (...ids: number[]) => sharedVersion(heading, fingerprints(...ids), (text) => text)
  expect(versionOf(2, 1)).toBe(versionOf(1, 2))
  expect(versionOf(1)).not.toBe(versionOf(2))
})
