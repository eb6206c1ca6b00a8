// What names look like, as the column says it: names that were chosen before names were compared by their look, or changed by a
// version of RollCall that does not compare them, or compares them otherwise, while it runs beside this one.
import type { Sql } from '../database.ts'
import { usernameSkeleton } from '#domain/username-skeleton.ts'

/** In how many goes somebody may sign up, or another process do the same, at that very moment. */
const tries = 3
const deadlock = '40P01'

/**
 * Gives each account whose skeleton is not that of its name the right one, unless another account has the same, or an older one
 * gets it: names that are there stay. What could not be given is tried again at the next start.
 */
export async function updateUsernameSkeletons(slowSql: Sql): Promise<void> {
  for (let at = 0; at < tries; at++) if (await tryUpdate(slowSql)) return
}

/** False when somebody changed the same meanwhile. */
async function tryUpdate(slowSql: Sql): Promise<boolean> {
  const users = await slowSql<{ id: number; username: string; present: string | null }[]>`
    select id, username, username_skeleton as present from users`
  const wrong = users
    .map((user) => ({ ...user, skeleton: usernameSkeleton(user.username) }))
    .filter(({ present, skeleton }) => present !== skeleton)
  if (wrong.length === 0) return true
  try {
    await slowSql.begin(async (tx) => {
      const names = tx`jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as wrong (id integer, username text, skeleton text)`
      // All that is wrong goes first: it may be what another account is to have.
      await tx`
        update users set username_skeleton = null from ${names}
        where users.id = wrong.id and users.username = wrong.username and users.username_skeleton is not null`
      await tx`
        update users set username_skeleton = oldest.skeleton
        from (select distinct on (skeleton) * from ${names} order by skeleton, id) oldest
        where users.id = oldest.id and users.username = oldest.username and users.username_skeleton is null
          and not exists (select 1 from users other where other.username_skeleton = oldest.skeleton)`
    })
    return true
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    if (code === deadlock || constraint === 'users_username_skeleton') return false
    throw error
  }
}
