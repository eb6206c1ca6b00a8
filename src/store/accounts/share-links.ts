// Links to a user's RollCall. The identifier in a link is a secret of 128 random bits; the table holds its SHA-256, by
// which it is found, and for its owner the identifier itself, encrypted with a key that is not in the database. So a stolen
// database opens nothing (quality/security.md W11). A user has one link at most.
import { hash as digestOf, randomBytes } from 'node:crypto'
import type { Sql } from '../database.ts'
import type { Clock } from '#platform/clock.ts'
import { createEncryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'

/** Who and what is behind a link that can be opened. */
export type SharedLink = {
  userId: number
  username: string
  title: string | null
  /** Epoch ms. */
  expiresAt: number
  /** Of the user's follows when this was read: a list of a lower version is out of date. */
  followVersion: number
}

/** A link as its owner knows it; instants in ISO 8601. */
export type OwnLink = {
  /** Null where it cannot be told: it was encrypted with another key, or made before identifiers were kept. */
  linkId: string | null
  title: string | null
  expiresAt: string
}

export type ShareLinks = {
  /** Makes the user's link, or another one in place of it, and tells its identifier. Without a title it keeps the old one. */
  generate(userId: number, title?: string | null): Promise<OwnLink & { linkId: string }>
  /** The user's link while it can be opened. */
  current(userId: number): Promise<OwnLink | null>
  /** False when there is no such link of this user's that can be opened; so for `remove`, which takes an expired one, too. */
  setTitle(userId: number, linkId: string, title: string | null): Promise<boolean>
  remove(userId: number, linkId: string): Promise<boolean>
  /** Removes whichever link the user has; false for none. */
  removeOwn(userId: number): Promise<boolean>
  /**
   * What is behind a link; null for one that is unknown, expired or inactive, or whose owner is gone. Read after the call,
   * once for all who ask at the same time; while the database does not answer, what was known up to five minutes ago stands.
   */
  find(linkId: string): Promise<SharedLink | null>
  /** For one of a crowd: what was read up to 20 ms ago. Undefined for others, who `find` it. */
  believed(linkId: string): SharedLink | undefined
  /** Resolves when no process believes any more what it read before the call. */
  lapse(): Promise<void>
  /** The same, and who watches a link has heard what became of it: await it after a change. */
  settled(): Promise<void>
  /**
   * Hears within a second, whichever process made the change, of everything in `known` that becomes another; null when
   * the link is dead, and then of nothing more. Returns the function that ends listening.
   */
  watch(linkId: string, known: SharedLink, listener: (link: SharedLink | null) => void): () => void
  close(): Promise<void>
}

/** sharing-and-admin.md section 9. */
const lifetime = '7 days'
const lookEvery = 300
const usableFor = 5 * 60_000
/**
 * A crowd is told what was read so long ago, in ms: thousands ask for one link each second when a final is on. Whoever ends
 * or changes a link waits as long before saying that it is done, and what is told of a link is told as long after it was read:
 * so it is dead with the next request in every process (quality/security.md L-04), and no answer is older than what its
 * reader was told before.
 */
const believedFor = 20
/** So many asks within that time, or within as long before, are a crowd. Who comes alone is told what stands in the table. */
const crowd = 10
/** A known link is not kept waiting longer than this for a database that is away. */
const patience = 1_000
const remembered = 5_000

type Row = {
  link_id: string
  user_id: number
  username: string
  title: string | null
  expires_at: string
  follow_version: number
}
type OwnRow = { title: string | null; expires_at: string }
type KeptRow = OwnRow & { link_id: string; encrypted_link_id: Buffer | null }
type Known = {
  link: SharedLink
  /** When the database was asked, not when it answered. */
  askedAt: number
  asks: Asks
  /** The next reading was begun before this one is too old. */
  isRenewed: boolean
}
type Watching = { link: SharedLink; listeners: Set<(link: SharedLink | null) => void> }

type Needs = {
  sql: Sql
  clock: Clock
  log: Log | undefined
  /** Without it no identifier is kept, and none can be told. */
  secretKey: Buffer | undefined
}

export function createShareLinks({ sql, clock, log, secretKey }: Needs): ShareLinks {
  const encryption = secretKey && createEncryption(secretKey, 'shared-links')
  /** By their identifiers: a hash for each request would be dear. Nothing of it is written. */
  const known = new Map<string, Known>()
  /** What those who share a reading wait for, where it need not be waited for to its end. */
  const waitedFor = new WeakMap<Promise<SharedLink | null>, Promise<SharedLink | null>>()
  const watched = new Map<string, Watching>()

  const read = async (hashes: readonly string[]): Promise<Map<string, SharedLink>> => {
    const rows = await sql<Row[]>`
      select link.link_id, link.user_id, account.username, link.title, link.expires_at, account.follow_version
      from shareable_links link join users account on account.id = link.user_id
      where link.link_id = any(${[...hashes]}) and link.is_active and link.expires_at > now()`
    return new Map(rows.map((row) => [row.link_id, linkOf(row)]))
  }

  const isAlive = (link: SharedLink): boolean => link.expiresAt > clock.now()

  const believed = (linkId: string): SharedLink | undefined => {
    const entry = known.get(linkId)
    if (!entry) return undefined
    const now = clock.monotonic()
    const age = now - entry.askedAt
    if (entry.asks.count(now) < crowd || age >= believedFor || !isAlive(entry.link)) return undefined
    if (age >= believedFor / 2 && !entry.isRenewed) {
      entry.isRenewed = true
      // Whoever has to wait for it hears of what fails.
      readInTurn(linkId).catch(() => {})
    }
    return entry.link
  }

  const readOne = async (linkId: string): Promise<SharedLink | null> => {
    const hash = hashOf(linkId)
    const askedAt = clock.monotonic()
    const link = (await read([hash])).get(hash)
    const asks = known.get(linkId)?.asks ?? new Asks()
    known.delete(linkId)
    if (!link) return null
    if (known.size >= remembered) for (const oldest of [...known.keys()].slice(0, remembered / 10)) known.delete(oldest)
    // A text of its own: a piece of an address would keep all of that in memory.
    known.set(Buffer.from(linkId, 'latin1').toString('latin1'), { link, askedAt, asks, isRenewed: false })
    return link
  }
  const readInTurn = inTurn(readOne)

  /** What is read, or what was known when that fails or takes too long. */
  const inTime = async (reading: Promise<SharedLink | null>, otherwise: SharedLink): Promise<SharedLink | null> => {
    let cancel = (): void => {}
    const late = new Promise<SharedLink>((resolve) => {
      cancel = clock.after(patience, () => resolve(otherwise))
    })
    try {
      return await Promise.race([reading.catch(() => otherwise), late])
    } finally {
      cancel()
    }
  }

  const tell = (hash: string, watching: Watching, link: SharedLink | null): void => {
    if (link) watching.link = link
    else watched.delete(hash)
    for (const listener of watching.listeners) listener(link)
  }

  // A timer may be early by a part of a millisecond.
  const lapse = (): Promise<void> => clock.sleep(believedFor + 1)

  /** Compares every watched link with what it is now, and tells of it when nobody can be answered otherwise any more. */
  const lookOnce = async (): Promise<void> => {
    if (watched.size === 0) return
    const before = [...watched]
    const found = await read(before.map(([hash]) => hash)).catch((problem: unknown) => {
      // The next look makes up for it.
      log?.warn({ err: problem }, 'watched links could not be read')
      return null
    })
    await lapse()
    for (const [hash, watching] of before) {
      // Nobody may listen any more.
      if (watched.get(hash) !== watching) continue
      // The database tells by its own clock; ours may be wrong, and counts only while the database is away.
      const link = found ? (found.get(hash) ?? null) : isAlive(watching.link) ? watching.link : null
      if (!link) tell(hash, watching, null)
      else if (isOther(link, watching.link)) tell(hash, watching, link)
    }
  }
  /** One after the other, so that what is told last is the newest; one for all who ask meanwhile. */
  const looks = inTurn(lookOnce)
  const look = (): Promise<void> => looks('all')
  const looking = clock.every(lookEvery, look)
  const settled = async (): Promise<void> => void (await Promise.all([look(), lapse()]))

  /** The row is named by its hash, which is known before its number; nobody can give it to another row or user. */
  const contextOf = (userId: number, hash: string): string => `${userId}/${hash}`

  const linkIdIn = (userId: number, { link_id: hash, encrypted_link_id: encrypted }: KeptRow): string | null => {
    if (!encryption || !encrypted) return null
    const linkId = encryption.decrypt(encrypted, contextOf(userId, hash))
    if (linkId === null) log?.warn({ userId }, 'a link was encrypted with another SECRET_KEY and cannot be shown')
    return linkId
  }

  return {
    async generate(userId, title) {
      const linkId = newLinkId()
      const hash = hashOf(linkId)
      const made = await sql.begin(async (tx) => {
        // One after the other, so that two at once do not leave two links.
        await tx`select 1 from users where id = ${userId} for update`
        const [old] = await tx<{ title: string | null }[]>`
          delete from shareable_links where user_id = ${userId} returning title`
        const [row] = await tx<OwnRow[]>`
          insert into shareable_links (user_id, link_id, encrypted_link_id, title, expires_at)
          values (${userId}, ${hash}, ${encryption?.encrypt(linkId, contextOf(userId, hash)) ?? null},
            ${title === undefined ? (old?.title ?? null) : title}, now() + ${lifetime}::interval)
          returning title, expires_at`
        return row as OwnRow
      })
      await settled()
      return { ...ownOf(made, linkId), linkId }
    },

    async current(userId) {
      const [row] = await sql<KeptRow[]>`
        select link_id, encrypted_link_id, title, expires_at from shareable_links
        where user_id = ${userId} and is_active and expires_at > now() order by id desc limit 1`
      return row ? ownOf(row, linkIdIn(userId, row)) : null
    },

    async setTitle(userId, linkId, title) {
      const changed = await sql`
        update shareable_links set title = ${title}
        where user_id = ${userId} and link_id = ${hashOf(linkId)} and is_active and expires_at > now() returning id`
      if (changed.length > 0) await settled()
      return changed.length > 0
    },

    async remove(userId, linkId) {
      const removed = await sql`
        delete from shareable_links where user_id = ${userId} and link_id = ${hashOf(linkId)} returning id`
      if (removed.length > 0) await settled()
      return removed.length > 0
    },

    async removeOwn(userId) {
      const removed = await sql`delete from shareable_links where user_id = ${userId} returning id`
      if (removed.length > 0) await settled()
      return removed.length > 0
    },

    believed,
    lapse,
    settled,
    find(linkId) {
      const entry = known.get(linkId)
      const reading = readInTurn(linkId)
      const shared = waitedFor.get(reading)
      if (shared) return shared
      if (!entry || clock.monotonic() - entry.askedAt >= usableFor || !isAlive(entry.link)) return reading
      const waiting = inTime(reading, entry.link)
      waitedFor.set(reading, waiting)
      return waiting
    },

    watch(linkId, link, listener) {
      const hash = hashOf(linkId)
      const watching = watched.get(hash) ?? { link, listeners: new Set() }
      watched.set(hash, watching)
      watching.listeners.add(listener)
      return () => {
        watching.listeners.delete(listener)
        if (watching.listeners.size === 0 && watched.get(hash) === watching) watched.delete(hash)
      }
    },

    close: () => looking.stop(),
  }
}

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

/** Asks `read` for a key, once at a time: whoever asks while it is being read shares the reading that follows. */
function inTurn<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const running = new Map<string, Promise<Value>>()
  const following = new Map<string, Promise<Value>>()
  const start = (key: string): Promise<Value> => {
    const reading = read(key).finally(() => running.get(key) === reading && running.delete(key))
    running.set(key, reading)
    return reading
  }
  return (key) => {
    const current = running.get(key)
    if (!current) return start(key)
    const again = (): Promise<Value> => {
      following.delete(key)
      return start(key)
    }
    const queued = following.get(key) ?? current.then(again, again)
    following.set(key, queued)
    return queued
  }
}

/** 128 random bits, as 22 letters of base64url (L-01). */
export const newLinkId = (): string => randomBytes(16).toString('base64url')

const linkOf = (row: Row): SharedLink => ({
  userId: row.user_id,
  username: row.username,
  title: row.title,
  expiresAt: Date.parse(row.expires_at),
  followVersion: row.follow_version,
})

const ownOf = (row: OwnRow, linkId: string | null): OwnLink => ({
  linkId,
  title: row.title,
  expiresAt: row.expires_at,
})

const isOther = (a: SharedLink, b: SharedLink): boolean =>
  a.title !== b.title || a.username !== b.username || a.followVersion !== b.followVersion || a.expiresAt !== b.expiresAt

const hashOf = (linkId: string): string => digestOf('sha256', linkId, 'hex')
