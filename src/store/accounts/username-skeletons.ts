// Keeps the column of username skeletons (domain/username-skeleton.ts) current: an earlier version of RollCall, possibly still
// running, may have stored names with another skeleton or none.
import type { Sql } from '../database.ts'
import { usernameSkeleton } from '#domain/username-skeleton.ts'

/** The number of attempts, because a sign-up or another process may write the same rows concurrently. */
const maxAttempts = 3
const deadlock = '40P01'

/**
 * Corrects the skeletons that do not match their names, unless another account has the same skeleton or an older account gets it;
 * existing names never change. The remaining ones are retried at the next start.
 */
export async function updateUsernameSkeletons(slowSql: Sql): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) if (await tryUpdate(slowSql)) return
}

/** False if a concurrent write conflicted. */
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
      // The wrong skeletons are removed first, because a wrong one may be another account's right one.
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
