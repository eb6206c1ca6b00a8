// Users who follow and unfollow, each one write after the other, and ask again until it is acknowledged.
import { systemClock } from '#platform/clock.ts'
import type { Sql } from '#support/sql.ts'

export type Writers = {
  acknowledged(): number
  askedAgain(): number
  /** Each answer as it comes: when it was asked for and how long it took, in ms; status 0 for none. */
  onAnswer: (answer: WriteAnswer) => void
  /** Ends it when what is under way is acknowledged; what was not as it should be, one sentence each. */
  stop(sql: Sql): Promise<string[]>
}
export type WriteAnswer = { at: number; took: number; status: number; retryAfter: string | null }

type Options = {
  url: string
  /** Of `addFollowers`, in its order. */
  cookies: readonly string[]
  athleteIds: readonly number[]
  /** Of all of them together. */
  perSecond: number
  /** How long an answer is waited for, in ms. */
  patience?: number
}

/** Begins at once. Nobody follows anybody at first. */
export function startWriters({ url, cookies, athleteIds, perSecond, patience = 5_000 }: Options): Writers {
  const every = (cookies.length * 1_000) / perSecond
  const wrong: string[] = []
  let isOver = false
  let acknowledged = 0
  let askedAgain = 0

  async function ask(cookie: string, method: string, id: number): Promise<WriteAnswer> {
    const at = systemClock.monotonic()
    const answer = await fetch(`${url}/api/athletes/${id}/follow`, {
      method,
      headers: { cookie },
      signal: AbortSignal.timeout(patience),
    }).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    const retryAfter = answer?.headers.get('retry-after') ?? null
    return { at, took: systemClock.monotonic() - at, status: answer?.status ?? 0, retryAfter }
  }

  /** One user's writes; returns whom the user was told to follow. */
  async function write(cookie: string): Promise<Set<number>> {
    const follows = new Set<number>()
    while (!isOver) {
      const began = systemClock.monotonic()
      const id = athleteIds[Math.floor(Math.random() * athleteIds.length)] ?? 0
      const method = follows.has(id) ? 'DELETE' : 'POST'
      for (let tries = 0; ; tries++) {
        const answer = await ask(cookie, method, id)
        writers.onAnswer(answer)
        const { status } = answer
        // An unfollow that was done and not acknowledged is missing when it is asked again.
        if ((status >= 200 && status < 300) || (status === 404 && method === 'DELETE' && tries > 0)) break
        if (status > 0 && status < 500) wrong.push(`${method} ${id}: ${status}`)
        askedAgain++
        await systemClock.sleep(500)
      }
      acknowledged++
      if (method === 'POST') follows.add(id)
      else follows.delete(id)
      await systemClock.sleep(Math.max(0, began + every - systemClock.monotonic()))
    }
    return follows
  }

  const writers: Writers = {
    acknowledged: () => acknowledged,
    askedAgain: () => askedAgain,
    onAnswer: () => {},
    async stop(sql) {
      isOver = true
      const told = await Promise.all(writing)
      const rows = await sql<{ name: string; ids: number[] }[]>`
        select username as name, array(select athlete_id from user_followed_athletes where user_id = users.id) as ids
        from users where username like 'listener-%'`
      for (const { name, ids } of rows) {
        const expected = told[Number(name.slice('listener-'.length))]
        if (!expected) continue
        for (const id of expected) if (!ids.includes(id)) wrong.push(`${name}: the follow of ${id} is gone`)
        for (const id of ids) if (!expected.has(id)) wrong.push(`${name}: the unfollow of ${id} is gone`)
      }
      return wrong
    },
  }
  const writing = cookies.map(write)
  return writers
}
