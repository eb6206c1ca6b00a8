// Keeps the column of username skeletons (domain/username-skeleton.ts) current: an earlier version of RollCall, possibly still
// running, may have stored names with another skeleton or none.
import { slices } from '#platform/batches.ts'
import type { Part, Sql } from '../database.ts'
import { usernameSkeleton } from '#domain/username-skeleton.ts'

/** The number of attempts, because a sign-up or another process may write the same rows concurrently. */
const maxAttempts = 3
const deadlock = '40P01'
/** The number of accounts that one statement reads or corrects. */
const batchSize = 5_000

/**
 * Corrects the skeletons that do not match their names, unless another account has the same skeleton or an older account gets it;
 * existing names never change. The remaining ones are retried at the next start.
 */
export async function updateUsernameSkeletons(slowSql: Sql): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) if (await tryUpdate(slowSql)) return
}

/** False if a concurrent write conflicted. */
async function tryUpdate(slowSql: Sql): Promise<boolean> {
  const wrong = await findWrong(slowSql)
  if (wrong.length === 0) return true
  try {
    await slowSql.begin(async (tx) => {
      const inBatches = async (write: (names: Part) => Promise<unknown>): Promise<void> => {
        for (const batch of slices(wrong, batchSize))
          await write(
            tx`jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as wrong (id integer, username text, skeleton text)`,
          )
      }
      // The wrong skeletons are removed first, because a wrong one may be another account's right one.
      await inBatches(
        (names) => tx`
          update users set username_skeleton = null from ${names}
          where users.id = wrong.id and users.username = wrong.username and users.username_skeleton is not null`,
      )
      // In the order of ids, so that of two names that look alike the older one gets the skeleton.
      await inBatches(
        (names) => tx`
          update users set username_skeleton = oldest.skeleton
          from (select distinct on (skeleton) * from ${names} order by skeleton, id) oldest
          where users.id = oldest.id and users.username = oldest.username and users.username_skeleton is null
            and not exists (select 1 from users other where other.username_skeleton = oldest.skeleton)`,
      )
    })
    return true
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown }
    if (code === deadlock || constraint === 'users_username_skeleton') return false
    throw error
  }
}

type Wrong = { id: number; username: string; skeleton: string }

/** The accounts whose skeletons do not match their names, in the order of ids. */
async function findWrong(slowSql: Sql): Promise<Wrong[]> {
  const wrong: Wrong[] = []
  for (let lastId = 0; ;) {
    const users = await slowSql<{ id: number; username: string; present: string | null }[]>`
      select id, username, username_skeleton as present from users where id > ${lastId} order by id limit ${batchSize}`
    const last = users.at(-1)
    if (!last) return wrong
    lastId = last.id
    for (const { id, username, present } of users) {
      const skeleton = usernameSkeleton(username)
      if (present !== skeleton) wrong.push({ id, username, skeleton })
    }
  }
}
