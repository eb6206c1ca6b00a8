// Tracks the hall's record as the clients of one tournament have it, and makes the frames that update it.
import type { ServerMessageOf } from '#contract/live.ts'
import { type HallRecord, hallUpdate, mergeHall, wholeUpdate } from '#domain/hall-record.ts'
import { changedFields } from './compact.ts'
import { encodeFrames } from './frame.ts'

export class HallUpdates {
  private readonly tournamentId: number
  private readonly isCompact: boolean
  /** The record that all clients have, except those that missed a frame. */
  private sent: HallRecord | null = null
  /** The record that was last compared with `sent`. */
  private compared: HallRecord | null = null
  /** The last result of `wholeFrame`. */
  private cachedWhole: { record: HallRecord; frame: Buffer } | null = null

  /** `isCompact`: an update leaves out the values of the whole hall that did not change. */
  constructor(tournamentId: number, isCompact: boolean) {
    this.tournamentId = tournamentId
    this.isCompact = isCompact
  }

  /** The frame for all clients after a change or a reading; null if `hallUpdate` has nothing to send. */
  nextFrame(present: HallRecord | null): Buffer | null {
    if (!present || present === this.compared) return null
    this.compared = present
    const { sent } = this
    const update = hallUpdate(sent, present)
    if (!update) return null
    this.sent = mergeHall(sent, update)
    if (!this.isCompact || update.isWhole) return this.frameOf(update)
    const { asOf, mats } = update
    return this.frameOf({ ...changedFields<HallRecord>(sent, update), asOf, mats })
  }

  /** The frame with the whole record, for a client that has just connected or missed a frame; null if there is no record. */
  wholeFrame(present: HallRecord | null): Buffer | null {
    if (!present) return null
    if (this.cachedWhole?.record !== present)
      this.cachedWhole = { record: present, frame: this.frameOf(wholeUpdate(present)) }
    return this.cachedWhole.frame
  }

  private frameOf(hall: ServerMessageOf<'hall_update'>['hall']): Buffer {
    return encodeFrames([{ type: 'hall_update', tournamentId: this.tournamentId, hall }])
  }
}
