// Names that were chosen before names were compared by their look.
import type { Sql } from 'postgres'
import { usernameSkeleton } from '#domain/username-skeleton.ts'

/** Gives each account without a skeleton its own, unless an older account has the same: names that are there stay. */
export async function fillUsernameSkeletons(sql: Sql): Promise<void> {
  const [missing] = await sql`select 1 from users where username_skeleton is null limit 1`
  if (!missing) return
  await sql.begin(async (tx) => {
    // Nobody signs up in between: a name that is read here as missing is still when it is written.
    await tx`lock table users in share row exclusive mode`
    const rows = await tx<{ id: number; username: string }[]>`
      select id, username from users where username_skeleton is null order by id`
    const oldest = new Map<string, number>()
    for (const { id, username } of rows) {
      const skeleton = usernameSkeleton(username)
      if (!oldest.has(skeleton)) oldest.set(skeleton, id)
    }
    await tx`
      update users set username_skeleton = given.skeleton
      from unnest(${[...oldest.values()]}::integer[], ${[...oldest.keys()]}::text[]) as given (id, skeleton)
      where users.id = given.id
        and not exists (select 1 from users other where other.username_skeleton = given.skeleton)`
  })
}
