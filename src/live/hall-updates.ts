// The hall's record as the clients of one tournament have it, and the frames that bring them a new one.
import type { ServerMessageOf } from '#contract/live.ts'
import { type HallRecord, hallUpdate, mergeHall } from '#domain/hall-record.ts'
import { changedFields } from './compact.ts'
import { encodeFrames } from './frame.ts'

export class HallUpdates {
  private readonly tournamentId: number
  private readonly isCompact: boolean
  /** As all clients have it who missed nothing. */
  private sent: HallRecord | null = null
  /** The record that was last compared with `sent`. */
  private compared: HallRecord | null = null
  private whole: { record: HallRecord; frame: Buffer } | null = null

  /** `isCompact`: an update leaves out the shared values that are the same as before. */
  constructor(tournamentId: number, isCompact: boolean) {
    this.tournamentId = tournamentId
    this.isCompact = isCompact
  }

  /** The frame for all clients after a change or a reading; null if nothing changed that people can see. */
  next(present: HallRecord | null): Buffer | null {
    if (!present || present === this.compared) return null
    this.compared = present
    const { sent } = this
    const update = hallUpdate(sent, present)
    if (!update) return null
    this.sent = mergeHall(sent, update)
    const { asOf, mats } = update
    return this.frameOf(this.isCompact ? { ...changedFields(sent, update), asOf, mats } : update)
  }

  /** The frame with the whole record, for a client that comes or missed a frame; null if there is none. */
  all(present: HallRecord | null): Buffer | null {
    if (!present) return null
    if (this.whole?.record !== present) this.whole = { record: present, frame: this.frameOf(present) }
    return this.whole.frame
  }

  private frameOf(hall: ServerMessageOf<'hall_update'>['hall']): Buffer {
    return encodeFrames([{ type: 'hall_update', tournamentId: this.tournamentId, hall }])
  }
}
