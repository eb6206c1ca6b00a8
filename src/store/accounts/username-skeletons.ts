// What names look like, as the column says it: names that were chosen before names were compared by their look, or changed by a
// version of RollCall that does not compare them, or compares them otherwise, while it runs beside this one.
import type { Sql } from '../database.ts'
import { usernameSkeleton } from '#domain/username-skeleton.ts'

/** In how many goes somebody may sign up, or another process do the same, at that very moment. */
const tries = 3
/** So many rows are changed by one statement: each has the time of a user's statement only. */
const atOnce = 5_000

type Name = { id: number; username: string; skeleton: string }

/**
 * Gives each account whose skeleton is not that of its name the right one, unless another account has the same, or an older one
 * gets it: names that are there stay. What could not be given is tried again at the next start.
 */
export async function updateUsernameSkeletons(sql: Sql): Promise<void> {
  for (let at = 0; at < tries; at++) if (await tryUpdate(sql)) return
}

/** False when somebody changed the same meanwhile. */
async function tryUpdate(sql: Sql): Promise<boolean> {
  const rows = await sql<{ id: number; username: string; username_skeleton: string | null }[]>`
    select id, username, username_skeleton from users order by id`
  const wrong: Name[] = []
  const oldest = new Map<string, Name>()
  for (const { id, username, username_skeleton: present } of rows) {
    const skeleton = usernameSkeleton(username)
    if (present === skeleton) continue
    const name = { id, username, skeleton }
    wrong.push(name)
    if (!oldest.has(skeleton)) oldest.set(skeleton, name)
  }
  if (wrong.length === 0) return true
  const update = sql.begin(async (tx) => {
    // All that is wrong goes first: it may be what another account is to have.
    for (const names of inParts(wrong))
      await tx`
        update users set username_skeleton = null
        from unnest(${names.map(({ id }) => id)}::integer[], ${names.map(({ username }) => username)}::text[])
          as wrong (id, username)
        where users.id = wrong.id and users.username = wrong.username and users.username_skeleton is not null`
    for (const names of inParts([...oldest.values()]))
      await tx`
        update users set username_skeleton = given.skeleton
        from unnest(${names.map(({ id }) => id)}::integer[], ${names.map(({ username }) => username)}::text[],
          ${names.map(({ skeleton }) => skeleton)}::text[]) as given (id, username, skeleton)
        where users.id = given.id and users.username = given.username and users.username_skeleton is null
          and not exists (select 1 from users other where other.username_skeleton = given.skeleton)`
  })
  return update.then(
    () => true,
    (error: unknown) => {
      const { code, constraint } = error as { code?: unknown; constraint?: unknown }
      if (code === deadlock || constraint === 'users_username_skeleton') return false
      throw error
    },
  )
}

const deadlock = '40P01'

const inParts = (names: readonly Name[]): Name[][] =>
  Array.from({ length: Math.ceil(names.length / atOnce) }, (_, at) => names.slice(at * atOnce, (at + 1) * atOnce))
