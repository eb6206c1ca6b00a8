import { describe, expect, it } from 'vitest'
import { createPositions } from './positions.ts'

const message = (seq: number, epoch = 'a') => ({ tournamentId: 7, epoch, seq })
const at = (seq: number, epoch = 'a') => ({ '7': { epoch, seq } })

describe('The positions of a client', () => {
  it('start at the oldest list that was read before the subscription was confirmed', () => {
    const positions = createPositions()
    positions.recordList({ positions: at(9) }, false)
    positions.recordList({ positions: at(5) }, false)
    positions.recordList({ positions: at(7) }, false)
    expect(positions.since()).toEqual(at(5))
  })

  it('move forward with messages and never back', () => {
    const positions = createPositions()
    positions.advance(message(6))
    positions.advance(message(4))
    expect(positions.since()).toEqual(at(6))
  })

  it('start over with a new epoch', () => {
    const positions = createPositions()
    positions.advance(message(6))
    positions.advance(message(1, 'b'))
    expect(positions.since()).toEqual(at(1, 'b'))
  })

  it("mark a list as outdated when it is older than the socket's messages", () => {
    const positions = createPositions()
    positions.advance(message(6))
    expect(positions.recordList({ positions: at(5) }, true)).toBe(true)
    expect(positions.recordList({ positions: at(6) }, true)).toBe(false)
    expect(positions.since()).toEqual(at(6))
  })

  it('are sent with the watch version, so that the server returns no older list', () => {
    const positions = createPositions()
    expect(positions.seen()).toBe('')
    positions.advance(message(6))
    expect(positions.seen()).toBe('7:a:6')
    positions.recordWatchVersion(3)
    expect(positions.seen()).toBe('7:a:6,watching:3')
  })

  it('report a change of the watch version, but no change for the first version', () => {
    const positions = createPositions()
    const changes = [3, 3, undefined, 4, 4].map((version) => positions.recordWatchVersion(version))
    expect(changes).toEqual([false, false, false, true, false])
    positions.clear()
    expect(positions.recordWatchVersion(9)).toBe(false)
  })

  it('take the first watch version from the oldest list that was read before the subscription was confirmed', () => {
    const positions = createPositions()
    for (const watching of [5, 4, 6]) positions.recordList({ positions: at(5), watching }, false)
    expect(positions.recordWatchVersion(4)).toBe(false)
    positions.recordList({ positions: at(5), watching: 3 }, true)
    expect(positions.recordWatchVersion(4)).toBe(false)
    expect(positions.recordWatchVersion(5)).toBe(true)
  })

  it('report missed changes when they restart at the server’s positions', () => {
    const positions = createPositions()
    expect(positions.restart('7', { epoch: 'a', seq: 5 })).toBe(false)
    expect(positions.restart('7', { epoch: 'a', seq: 5 })).toBe(false)
    expect(positions.restart('7', { epoch: 'a', seq: 6 })).toBe(true)
    expect(positions.restart('7', { epoch: 'b', seq: 1 })).toBe(true)
    expect(positions.since()).toEqual(at(1, 'b'))
  })
})

describe('Messages about one entity', () => {
  it('are dropped when they are older than the latest one, and accepted again when they are the same', () => {
    const positions = createPositions()
    expect(positions.accepts('match/10/1', message(8))).toBe(true)
    expect(positions.accepts('match/10/1', message(7))).toBe(false)
    expect(positions.accepts('match/10/1', message(8))).toBe(true)
  })

  it('do not block messages about another entity', () => {
    const positions = createPositions()
    positions.accepts('match/10/1', message(8))
    expect(positions.accepts('match/10/2', message(7))).toBe(true)
  })

  it('are accepted again in a new epoch', () => {
    const positions = createPositions()
    positions.accepts('match/10/1', message(8))
    expect(positions.accepts('match/10/1', message(1, 'b'))).toBe(true)
  })

  it('overtake a list with an older position in the same epoch of the same tournament', () => {
    const positions = createPositions()
    positions.accepts('match/10/1', message(8))
    expect(positions.isOvertaken(at(7))).toBe(true)
    expect(positions.isOvertaken(at(8))).toBe(false)
    expect(positions.isOvertaken(at(7, 'b'))).toBe(false)
    expect(positions.isOvertaken({ '8': { epoch: 'a', seq: 7 } })).toBe(false)
  })
})
