// An athlete entered in one tournament. The competition system's id identifies the athlete; names and teams differ between
// pages and change.

export type Athlete = {
  id: number
  tournamentId: number
  bjjCompSystemId: string
  name: string
  team: string | null
  /** English belt word in upper case, 'BLUE'; null while no division is known. */
  belt: string | null
  /** The first division: weight before open class. */
  division: string | null
  /** All categories entered, weight before open class. */
  categoryIds: number[]
  /** False if the source no longer lists the athlete; follows remain. */
  listed: boolean
  /**
   * True for an athlete who was never seen in a division, and whose own list at the source showed no match when it was last
   * read.
   */
  hasEmptyList: boolean
}
