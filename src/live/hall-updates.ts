// The hall's record as the clients of one tournament have it, and the frames that bring them a new one.
import type { ServerMessage } from '#contract/live.ts'
import { type HallRecord, hallUpdate, mergeHall } from '#domain/hall-record.ts'
import { encodeFrames } from './frame.ts'

export class HallUpdates {
  private readonly tournamentId: number
  /** As all clients have it who missed nothing. */
  private sent: HallRecord | null = null
  private whole: { record: HallRecord; frame: Buffer } | null = null

  constructor(tournamentId: number) {
    this.tournamentId = tournamentId
  }

  /** The frame for all clients after a change or a reading; null if nothing changed that people can see. */
  next(present: HallRecord | null): Buffer | null {
    const update = present && hallUpdate(this.sent, present)
    if (!update) return null
    this.sent = mergeHall(this.sent, update)
    return this.frameOf(update)
  }

  /** The frame with the whole record, for a client that comes or missed a frame; null if there is none. */
  all(present: HallRecord | null): Buffer | null {
    if (!present) return null
    if (this.whole?.record !== present) this.whole = { record: present, frame: this.frameOf(present) }
    return this.whole.frame
  }

  private frameOf(hall: HallRecord): Buffer {
    const { tournamentId } = this
    const message: ServerMessage = { type: 'hall_update', tournamentId, hall }
    return encodeFrames([message])
  }
}
