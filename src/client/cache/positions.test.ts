import { describe, expect, it } from 'vitest'
import { createPositions } from './positions.ts'

const placed = (seq: number, epoch = 'a') => ({ tournamentId: 7, epoch, seq })
const at = (seq: number, epoch = 'a') => ({ '7': { epoch, seq } })

describe('the place in a log', () => {
  it('starts at the oldest list that was read before the socket spoke', () => {
    const positions = createPositions()
    positions.noteList({ positions: at(9) }, false)
    positions.noteList({ positions: at(5) }, false)
    positions.noteList({ positions: at(7) }, false)
    expect(positions.since()).toEqual(at(5))
  })

  it('moves on with messages and never back', () => {
    const positions = createPositions()
    positions.advance(placed(6))
    positions.advance(placed(4))
    expect(positions.since()).toEqual(at(6))
  })

  it('starts over with a new epoch', () => {
    const positions = createPositions()
    positions.advance(placed(6))
    positions.advance(placed(1, 'b'))
    expect(positions.since()).toEqual(at(1, 'b'))
  })

  it('tells of a list that is older than what the socket has brought', () => {
    const positions = createPositions()
    positions.advance(placed(6))
    expect(positions.noteList({ positions: at(5) }, true)).toBe(true)
    expect(positions.noteList({ positions: at(6) }, true)).toBe(false)
    expect(positions.since()).toEqual(at(6))
  })

  it('says what a list is not to be older than', () => {
    const positions = createPositions()
    expect(positions.seen()).toBe('')
    positions.advance(placed(6))
    expect(positions.seen()).toBe('7:a:6')
    positions.hasWatchChanged(3)
    expect(positions.seen()).toBe('7:a:6,watching:3')
  })

  it('tells of another state of what is watched than the last one told, and never of the first', () => {
    const positions = createPositions()
    const tells = [3, 3, undefined, 4, 4].map((told) => positions.hasWatchChanged(told))
    expect(tells).toEqual([false, false, false, true, false])
    positions.clear()
    expect(positions.hasWatchChanged(9)).toBe(false)
  })

  it('knows the first state told from the oldest list that was read before the socket spoke', () => {
    const positions = createPositions()
    for (const watching of [5, 4, 6]) positions.noteList({ positions: at(5), watching }, false)
    expect(positions.hasWatchChanged(4)).toBe(false)
    positions.noteList({ positions: at(5), watching: 3 }, true)
    expect(positions.hasWatchChanged(4)).toBe(false)
    expect(positions.hasWatchChanged(5)).toBe(true)
  })

  it('tells when a start at the server’s place leaves something out', () => {
    const positions = createPositions()
    expect(positions.restart('7', { epoch: 'a', seq: 5 })).toBe(false)
    expect(positions.restart('7', { epoch: 'a', seq: 5 })).toBe(false)
    expect(positions.restart('7', { epoch: 'a', seq: 6 })).toBe(true)
    expect(positions.restart('7', { epoch: 'b', seq: 1 })).toBe(true)
    expect(positions.since()).toEqual(at(1, 'b'))
  })
})

describe('messages about one thing', () => {
  it('are dropped when they are older than the last one, and taken again when they are the same', () => {
    const positions = createPositions()
    expect(positions.accepts('match/10/1', placed(8))).toBe(true)
    expect(positions.accepts('match/10/1', placed(7))).toBe(false)
    expect(positions.accepts('match/10/1', placed(8))).toBe(true)
  })

  it('do not hold up those about another thing', () => {
    const positions = createPositions()
    positions.accepts('match/10/1', placed(8))
    expect(positions.accepts('match/10/2', placed(7))).toBe(true)
  })

  it('begin anew with a new epoch', () => {
    const positions = createPositions()
    positions.accepts('match/10/1', placed(8))
    expect(positions.accepts('match/10/1', placed(1, 'b'))).toBe(true)
  })
  it('overtake a list with an older place in the same epoch of the same tournament', () => {
    const positions = createPositions()
    positions.accepts('match/10/1', placed(8))
    expect(positions.isOvertaken(at(7))).toBe(true)
    expect(positions.isOvertaken(at(8))).toBe(false)
    expect(positions.isOvertaken(at(7, 'b'))).toBe(false)
    expect(positions.isOvertaken({ '8': { epoch: 'a', seq: 7 } })).toBe(false)
  })
})
