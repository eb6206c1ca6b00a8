// Users who follow and unfollow athletes: each sends one write at a time, and retries it until it is acknowledged.
import { systemClock } from '#platform/clock.ts'
import type { Sql } from '#support/sql.ts'

export type Writers = {
  acknowledged(): number
  retries(): number
  /** Called with each answer: the time and duration of its request in ms; status 0 if there was none. */
  onAnswer: (answer: WriteAnswer) => void
  /** Stops once every pending write is acknowledged; returns the failures, one sentence each. */
  stop(sql: Sql): Promise<string[]>
}
export type WriteAnswer = { at: number; took: number; status: number; retryAfter: string | null }

type Options = {
  url: string
  /** The first cookies that `addFollowers` returned, in their order. */
  cookies: readonly string[]
  athleteIds: readonly number[]
  /** The rate of all users together. */
  perSecond: number
  /** The timeout of a request, ms. */
  timeout?: number
}

/** Starts writing immediately. At the start the users must follow nobody. */
export function startWriters({ url, cookies, athleteIds, perSecond, timeout = 5_000 }: Options): Writers {
  /** The time between the starts of two writes of one user, ms. */
  const writeInterval = (cookies.length * 1_000) / perSecond
  const failures: string[] = []
  let isStopped = false
  let acknowledged = 0
  let retries = 0

  async function request(cookie: string, method: string, id: number): Promise<WriteAnswer> {
    const at = systemClock.monotonic()
    const answer = await fetch(`${url}/api/athletes/${id}/follow`, {
      method,
      headers: { cookie },
      signal: AbortSignal.timeout(timeout),
    }).catch(() => null)
    await answer?.arrayBuffer().catch(() => null)
    const retryAfter = answer?.headers.get('retry-after') ?? null
    return { at, took: systemClock.monotonic() - at, status: answer?.status ?? 0, retryAfter }
  }

  /** One user's writes; returns the athletes whom the user must now follow. */
  async function write(cookie: string): Promise<Set<number>> {
    const follows = new Set<number>()
    while (!isStopped) {
      const startedAt = systemClock.monotonic()
      const id = athleteIds[Math.floor(Math.random() * athleteIds.length)] ?? 0
      const method = follows.has(id) ? 'DELETE' : 'POST'
      for (let tries = 0; ; tries++) {
        const answer = await request(cookie, method, id)
        writers.onAnswer(answer)
        const { status } = answer
        // A retry is answered 404 if the first unfollow was performed but not acknowledged.
        if ((status >= 200 && status < 300) || (status === 404 && method === 'DELETE' && tries > 0)) break
        if (status > 0 && status < 500) failures.push(`${method} ${id}: ${status}`)
        retries++
        await systemClock.sleep(500)
      }
      acknowledged++
      if (method === 'POST') follows.add(id)
      else follows.delete(id)
      await systemClock.sleep(Math.max(0, startedAt + writeInterval - systemClock.monotonic()))
    }
    return follows
  }

  const writers: Writers = {
    acknowledged: () => acknowledged,
    retries: () => retries,
    onAnswer: () => {},
    async stop(sql) {
      isStopped = true
      const expectedFollows = await Promise.all(writing)
      const rows = await sql<{ name: string; ids: number[] }[]>`
        select username as name, array(select athlete_id from user_followed_athletes where user_id = users.id) as ids
        from users where username like 'listener-%'`
      for (const { name, ids } of rows) {
        const expected = expectedFollows[Number(name.slice('listener-'.length))]
        if (!expected) continue
        for (const id of expected) if (!ids.includes(id)) failures.push(`${name}: the follow of ${id} is lost`)
        for (const id of ids) if (!expected.has(id)) failures.push(`${name}: the unfollow of ${id} is lost`)
      }
      return failures
    },
  }
  const writing = cookies.map(write)
  return writers
}
