// Notes when the source shows an athlete under a new id in the same match of a bracket (docs/decisions/065).
import type { Match, Side } from '#domain/match.ts'
import { nameKey } from '#domain/name.ts'
import type { Slice } from '#reconcile'
import type { Transaction } from '../database.ts'

type Person = Extract<Side, { kind: 'athlete' }> & { bjjCompSystemId: string }
type Successor = { id: string; successor: string }

/** Stores the successors that this reading shows. */
export async function noteSuccessors(tx: Transaction, before: Slice, after: Slice): Promise<void> {
  const successors = [...after.state.matches.values()].flatMap((match) => {
    const known = before.state.matches.get(match.id)
    return known && match.matchNumber !== null && known !== match ? successorsIn(known, match) : []
  })
  if (successors.length === 0) return
  await tx`
    update athletes set successor = replaced.successor
    from jsonb_to_recordset(${JSON.stringify(successors)}::jsonb) as replaced (id text, successor text)
    where tournament_id = ${after.state.tournament.id} and bjj_comp_system_id = replaced.id`
}

/** Who is gone from the match, with who came in under the same name and team. */
function successorsIn(before: Match, after: Match): Successor[] {
  const [known, now] = [peopleOf(before), peopleOf(after)]
  const gone = known.filter((one) => !now.some((other) => other.bjjCompSystemId === one.bjjCompSystemId))
  const came = now.filter((one) => !known.some((other) => other.bjjCompSystemId === one.bjjCompSystemId))
  return gone.flatMap((one) => {
    const alike = came.filter((other) => keyOf(other) === keyOf(one))
    return alike.length === 1 && alike[0] ? [{ id: one.bjjCompSystemId, successor: alike[0].bjjCompSystemId }] : []
  })
}

const peopleOf = ({ sides }: Match): Person[] =>
  sides.filter((side): side is Person => side.kind === 'athlete' && side.bjjCompSystemId !== null)

const keyOf = ({ name, team }: Person): string => `${nameKey(name)}/${nameKey(team ?? '')}`
