// An organiser who continually moves fights to another mat and back, so that alerts are due all the time.
import type { Random } from '../../../simulator/tournament/random.ts'
import type { Day } from '#support/day.ts'
import { wait } from './cluster.ts'

/** The time between two moves, in ms. */
const pause = 2_000

/**
 * Every two seconds until `stop`, moves a pending fight with two athletes to the end of another mat's queue; every other time one
 * that was moved before.
 */
export function startMoving(day: Day, random: Random): { stop(): Promise<void> } {
  let isStopped = false
  const moved = new Set<string>()
  const loop = (async () => {
    for (let turn = 0; !isStopped; turn++) {
      await wait(pause)
      const pending = day
        .matches()
        .filter(
          ({ status, endedAt, sides }) =>
            status !== 'started' && endedAt === null && sides.every(({ name }) => name !== null),
        )
      const mats = [...new Set(pending.map(({ mat }) => mat))]
      const again = pending.filter(({ categoryId, match }) => moved.has(`${categoryId}/${match}`))
      const candidates = turn % 2 === 1 && again.length > 0 ? again : pending
      const target = candidates.length > 0 ? random.pick(candidates) : undefined
      const mat = mats.find((each) => each !== target?.mat)
      if (!target || mat === undefined || mat === null) continue
      moved.add(`${target.categoryId}/${target.match}`)
      day.control.match({ ...day.matchIds(target), action: 'move', mat })
    }
  })()
  return {
    async stop() {
      isStopped = true
      await loop
    },
  }
}
