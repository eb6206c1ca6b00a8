import { describe, expect, it } from 'vitest'
import type { Halls } from '#contract/halls.ts'
import { ServerMessage } from '#contract/live.ts'
import { mergeHalls } from '#contract/match-estimate.ts'
import type { HallRecord } from '#domain/hall-record.ts'
import { HallUpdates } from './hall-updates.ts'

const minute = 60_000
const morning = Date.parse('2026-11-21T14:00:00Z')

/** The record after `readings` readings that show the same matches, on these mats. */
const recordOf = (mats: readonly number[], readings = 0): HallRecord => ({
  date: '2026-11-21',
  asOf: morning + readings * 1_000,
  pace: 0.95,
  spread: 0.04,
  unevenness: 0.1,
  stop: null,
  mats: mats.map((mat) => ({
    mat,
    state: 'running',
    anchor: morning - minute,
    running: 7.2,
    left: { fights: 10, turnovers: 72 },
    isOn: true,
  })),
})

/** A client's records after a frame; an error unless it is a hall_update. */
function merged(halls: Halls, frame: Buffer | null): Halls {
  const message = ServerMessage.parse(JSON.parse(frame?.subarray(frame.indexOf('{"type"')).toString() ?? ''))
  if (message.type !== 'hall_update') throw new Error(`unexpected ${message.type}`)
  return mergeHalls(halls, message.tournamentId, message.hall)
}

describe.each([
  ['complete', false],
  ['compact', true],
])('The %s updates of a hall', (_, isCompact) => {
  it('remove a mat from the clients’ record when the hall no longer has it, and do so only once', () => {
    const updates = new HallUpdates(5, isCompact)
    let client = merged({}, updates.nextFrame(recordOf([1, 2, 3, 4])))
    client = merged(client, updates.nextFrame(recordOf([1, 2, 4], 1)))
    expect(client).toEqual({ 5: recordOf([1, 2, 4], 1) })
    for (const readings of [2, 3, 4]) expect(updates.nextFrame(recordOf([1, 2, 4], readings))).toBeNull()
    expect(merged(client, updates.nextFrame(recordOf([1, 2, 3, 4], 5)))).toEqual({ 5: recordOf([1, 2, 3, 4], 5) })
  })

  it('replace the record of a client that missed some of them', () => {
    const client = merged({ 5: recordOf([1, 2, 3, 4]) }, new HallUpdates(5, isCompact).wholeFrame(recordOf([1, 3], 1)))
    expect(client).toEqual({ 5: recordOf([1, 3], 1) })
  })
})
