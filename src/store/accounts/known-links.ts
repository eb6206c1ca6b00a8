// The shared links that this process knows by their identifiers, so that a crowd costs few queries. Nothing of it is written.
import type { Clock } from '#platform/clock.ts'
import { inTurn } from '../in-turn.ts'
import { inTime, makeRoom, ownText, usableFor } from './remembered.ts'
import type { SharedLink } from './share-links.ts'

/**
 * A crowd is told what was read so long ago, in ms: thousands ask for one link each second when a final is on. Whoever ends
 * or changes a link waits as long before saying that it is done, and what is told of a link is told as long after it was read:
 * so it is dead with the next request in every process (quality/security.md L-04), and no answer is older than what its
 * reader was told before.
 */
export const believedFor = 20
/** So many asks within that time, or within as long before, are a crowd. Who comes alone is told what stands in the table. */
const crowd = 10
const remembered = 5_000

type Known = {
  link: SharedLink
  /** When the database was asked, not when it answered. */
  askedAt: number
  asks: Asks
  /** The next reading was begun before this one is too old. */
  isRenewed: boolean
}

/** `read` asks the database for a link that can be opened. */
export function createKnownLinks(read: (linkId: string) => Promise<SharedLink | undefined>, clock: Clock) {
  /** By their identifiers: a hash for each request would be dear. */
  const known = new Map<string, Known>()
  /** What those who share a reading wait for, where it need not be waited for to its end. */
  const waitedFor = new WeakMap<Promise<SharedLink | null>, Promise<SharedLink | null>>()

  const readInTurn = inTurn(async (linkId): Promise<SharedLink | null> => {
    const askedAt = clock.monotonic()
    const link = await read(linkId)
    const asks = known.get(linkId)?.asks ?? new Asks()
    known.delete(linkId)
    if (!link) return null
    makeRoom(known, remembered)
    known.set(ownText(linkId), { link, askedAt, asks, isRenewed: false })
    return link
  })

  return {
    /** For one of a crowd: what was read up to 20 ms ago. Undefined for others, who `find` it. */
    believed(linkId: string): SharedLink | undefined {
      const entry = known.get(linkId)
      if (!entry) return undefined
      const now = clock.monotonic()
      const age = now - entry.askedAt
      if (entry.asks.count(now) < crowd || age >= believedFor || !isAlive(entry.link, clock)) return undefined
      if (age >= believedFor / 2 && !entry.isRenewed) {
        entry.isRenewed = true
        // Whoever has to wait for it hears of what fails.
        readInTurn(linkId).catch(() => {})
      }
      return entry.link
    },

    /**
     * What is behind a link; null for one that is unknown, expired or inactive, or whose owner is gone. Read after the call,
     * once for all who ask at the same time; while the database does not answer, what was known up to five minutes ago stands.
     */
    find(linkId: string): Promise<SharedLink | null> {
      const entry = known.get(linkId)
      const reading = readInTurn(linkId)
      const shared = waitedFor.get(reading)
      if (shared) return shared
      if (!entry || clock.monotonic() - entry.askedAt >= usableFor || !isAlive(entry.link, clock)) return reading
      const waiting = inTime(reading, entry.link, clock)
      waitedFor.set(reading, waiting)
      return waiting
    },
  }
}

export const isAlive = (link: SharedLink, clock: Clock): boolean => link.expiresAt > clock.now()

/** How often something is asked for: within `believedFor`, or within as long before that. */
class Asks {
  #since = -Infinity
  #now = 0
  #before = 0

  /** One more, at `at` in ms. */
  count(at: number): number {
    const passed = at - this.#since
    if (passed >= believedFor) {
      this.#before = passed < 2 * believedFor ? this.#now : 0
      this.#since = at
      this.#now = 0
    }
    return Math.max(++this.#now, this.#before)
  }
}
