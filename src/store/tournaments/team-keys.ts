// Keeps the column of team keys (domain/team.ts) current: an earlier version of RollCall, possibly still running, may have stored
// athletes without a key or with the key of a former team.
import { teamKey } from '#domain/team.ts'
import type { Sql } from '../database.ts'

/** The key as it is stored: null without a team, or for a name without letters and digits. */
export const storedTeamKey = (team: string | null): string | null => (team === null ? null : teamKey(team) || null)

/** Corrects the keys that do not match their teams. A row that another process is writing keeps its key until the next start. */
export async function updateTeamKeys(slowSql: Sql): Promise<void> {
  const storedPairs = await slowSql<{ team: string | null; key: string | null }[]>`
    select distinct team, team_key as key from athletes where team is not null or team_key is not null`
  const wrong = storedPairs
    .map(({ team, key }) => ({ team, key, wanted: storedTeamKey(team) }))
    .filter(({ key, wanted }) => key !== wanted)
  if (wrong.length === 0) return
  await slowSql`
    with wrong as (select * from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as row (team text, key text, wanted text)),
    found as (
      select athletes.id, wrong.wanted from athletes
      join wrong on athletes.team is not distinct from wrong.team and athletes.team_key is not distinct from wrong.key
      for update of athletes skip locked
    )
    update athletes set team_key = found.wanted from found where athletes.id = found.id`
}
