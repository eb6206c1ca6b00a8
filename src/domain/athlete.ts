// An athlete as entered in one tournament. The competition system's id is the identity; names and teams are facts
// that differ between pages and change.

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
  /** Every category entered, weight before open class. */
  categoryIds: number[]
  /** False once the source no longer lists the athlete anywhere; followers keep it. */
  listed: boolean
}
