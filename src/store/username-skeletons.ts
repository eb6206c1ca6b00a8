// Names that were chosen before names were compared by their look.
import type { Sql } from 'postgres'
import { usernameSkeleton } from '#domain/username-skeleton.ts'

/** In how many goes somebody may sign up, or another process fill in the same, at that very moment. */
const tries = 3

/**
 * Gives each account without a skeleton its own, unless an older account has the same: names that are there stay. What could
 * not be given is tried again at the next start.
 */
export async function fillUsernameSkeletons(sql: Sql): Promise<void> {
  for (let at = 0; at < tries; at++) {
    const rows = await sql<{ id: number; username: string }[]>`
      select id, username from users where username_skeleton is null order by id`
    if (rows.length === 0) return
    const oldest = new Map<string, number>()
    for (const { id, username } of rows) {
      const skeleton = usernameSkeleton(username)
      if (!oldest.has(skeleton)) oldest.set(skeleton, id)
    }
    const isFilled = await sql`
      update users set username_skeleton = given.skeleton
      from unnest(${[...oldest.values()]}::integer[], ${[...oldest.keys()]}::text[]) as given (id, skeleton)
      where users.id = given.id and users.username_skeleton is null
        and not exists (select 1 from users other where other.username_skeleton = given.skeleton)`.then(
      () => true,
      (error: unknown) => {
        if ((error as { constraint_name?: unknown }).constraint_name === 'users_username_skeleton') return false
        throw error
      },
    )
    if (isFilled) return
  }
}
