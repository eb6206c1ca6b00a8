// A user who continually follows and unfollows, and records which writes the server acknowledged (promise P5).
import type { Random } from '../../../simulator/tournament/random.ts'
import type { Visitor } from '#support/visitor.ts'
import { wait } from './cluster.ts'

export type Writer = {
  write(random: Random): {
    /** Stops writing; resolves with the number of acknowledged writes. */
    stop(): Promise<number>
    /** The lost ones among the acknowledged writes of all runs, one sentence each. */
    check(): Promise<string[]>
  }
}

/** In ms. */
const requestTimeout = 6_000
/**
 * After a request that was not acknowledged the athlete is skipped for this time, ms, because the server may still perform it.
 */
const unknownFor = 20_000
const pause = 300
/** A write reaches the other processes within about a second. If it has not after this time, ms, it counts as lost. */
const visibleWithin = 10_000

/** Prepares the user, who writes only after `write` is called. */
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
        await wait(pause)
      }
  }
  const known = new Map<number, boolean>()
  const unknownUntil = new Map<number, number>()
  return {
    write(random) {
      let isStopped = false
      let acknowledged = 0
      const loop = (async () => {
        while (!isStopped) {
          await wait(pause)
          const certain = athleteIds.filter((id) => (unknownUntil.get(id) ?? 0) < performance.now())
          if (certain.length === 0) continue
          const id = random.pick(certain)
          const follows = known.get(id) !== true
          known.delete(id)
          const answer = await setFollow(id, follows)
          // A 404 acknowledges an unfollow of an athlete who was not followed.
          if (answer?.ok || (answer?.status === 404 && !follows)) {
            known.set(id, follows)
            acknowledged++
          } else unknownUntil.set(id, performance.now() + unknownFor)
        }
      })()
      return {
        async stop() {
          isStopped = true
          await loop
          return acknowledged
        },
        async check() {
          for (const deadline = performance.now() + visibleWithin; ;) {
            const now = await followed()
            const lost = [...known].filter(([id, follows]) => now.has(id) !== follows)
            if (lost.length === 0 || performance.now() > deadline)
              return lost.map(
                ([id, follows]) => `lost write: ${follows ? 'the follow' : 'the unfollow'} of ${id} was acknowledged`,
              )
            await wait(pause)
          }
        },
      }
    },
  }
}
