// Somebody who follows and unfollows all the time, and remembers what the server said that it did (promise P5).
import type { Random } from '../../../simulator/tournament/random.ts'
import type { Visitor } from '#support/visitor.ts'
import { wait } from './cluster.ts'

export type Writer = {
  write(random: Random): {
    /** How many writes were acknowledged. */
    stop(): Promise<number>
    /** What was acknowledged, now or in an earlier storm, and is not so, one sentence each. */
    check(): Promise<string[]>
  }
}

/** A request that was not answered within this time, in ms, is given up. */
const requestTimeout = 6_000
/** What became of a request without an answer is decided after this time: until then its athlete is left alone. */
const unknownFor = 20_000
const every = 300

export function openWriter(visitor: Visitor, athleteIds: readonly number[]): Writer {
  const setFollow = (id: number, follows: boolean): Promise<Response | null> =>
    visitor
      .fetch(`/api/athletes/${id}/follow`, {
        method: follows ? 'POST' : 'DELETE',
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(requestTimeout),
      })
      .catch(() => null)
  const followed = async (): Promise<ReadonlySet<number>> => {
    for (;;)
      try {
        const { athletes } = await visitor.call('followedAthletes', { headers: { connection: 'close' } })
        return new Set(athletes.map(({ id }) => id))
      } catch {
        await wait(every)
      }
  }
  const known = new Map<number, boolean>()
  const unknownUntil = new Map<number, number>()
  return {
    write(random) {
      let isOver = false
      let acknowledged = 0
      const over = (async () => {
        while (!isOver) {
          await wait(every)
          const certain = athleteIds.filter((id) => (unknownUntil.get(id) ?? 0) < performance.now())
          if (certain.length === 0) continue
          const id = random.pick(certain)
          const follows = known.get(id) !== true
          known.delete(id)
          const answer = await setFollow(id, follows)
          // What was said to be missing was not followed; any other answer says nothing.
          if (answer?.ok || (answer?.status === 404 && !follows)) {
            known.set(id, follows)
            acknowledged++
          } else unknownUntil.set(id, performance.now() + unknownFor)
        }
      })()
      return {
        async stop() {
          isOver = true
          await over
          return acknowledged
        },
        async check() {
          const now = await followed()
          return [...known].flatMap(([id, follows]) =>
            now.has(id) === follows
              ? []
              : [`forgotten: ${follows ? 'the follow' : 'the unfollow'} of ${id} was acknowledged`],
          )
        },
      }
    },
  }
}
