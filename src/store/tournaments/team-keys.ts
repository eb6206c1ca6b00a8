// Keeps the column of team keys (domain/team.ts) current: an earlier version of RollCall may have stored athletes without a key, or
// with the key of another rule.
import { teamKey, teamKeyVersion } from '#domain/team.ts'
import type { Part, Sql } from '../database.ts'

/** The key as it is stored: null without a team, or for a name without letters and digits. */
export const storedTeamKey = (team: string | null): string | null => (team === null ? null : teamKey(team) || null)

/** The version of the rule with which the keys of all athletes were last checked. */
const checkedSetting = 'teams.checked-key-version'
/** The number of athletes that one statement reads or corrects, so that it takes less than a quarter of a second. */
const batchSize = 2_000

/**
 * Corrects the keys that do not match their teams: of all athletes once for each version of the rule, later of those without a key.
 */
export async function updateTeamKeys(slowSql: Sql): Promise<void> {
  const version = JSON.stringify(teamKeyVersion)
  const [checked] = await slowSql`select 1 from settings where key = ${checkedSetting} and value = ${version}::jsonb`
  const isComplete = await correctKeys(
    slowSql,
    checked ? slowSql`team is not null and team_key is null` : slowSql`true`,
  )
  if (checked || !isComplete) return
  await slowSql`
    insert into settings (key, value) values (${checkedSetting}, ${version}::jsonb)
    on conflict (key) do update set value = excluded.value, updated_at = now()`
}

/**
 * Corrects the keys of the athletes that meet the condition. False if another process was writing one of them; it keeps its key
 * until the next start.
 */
async function correctKeys(slowSql: Sql, condition: Part): Promise<boolean> {
  let isComplete = true
  for (let lastId = 0; ;) {
    const athletes = await slowSql<{ id: number; team: string | null; key: string | null }[]>`
      select id, team, team_key as key from athletes where id > ${lastId} and ${condition} order by id limit ${batchSize}`
    const last = athletes.at(-1)
    if (!last) return isComplete
    lastId = last.id
    const wrong = athletes
      .map(({ id, team, key }) => ({ id, team, key, wanted: storedTeamKey(team) }))
      .filter(({ key, wanted }) => key !== wanted)
    if (wrong.length === 0) continue
    const corrected = await slowSql`
      with wrong as (select * from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as row (id integer, team text, wanted text)),
      found as (
        select athletes.id, wrong.wanted from wrong join athletes on athletes.id = wrong.id
        where athletes.team is not distinct from wrong.team
        for no key update of athletes skip locked
      )
      update athletes set team_key = found.wanted from found where athletes.id = found.id returning 1`
    isComplete &&= corrected.length === wrong.length
  }
}
