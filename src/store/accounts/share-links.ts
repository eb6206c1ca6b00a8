// Links to a user's RollCall. The identifier in a link is a secret of 128 random bits. The table contains its SHA-256 and, for
// the owner, the identifier itself, encrypted with a key that is not in the database; so a stolen database opens no link
// (quality/security.md W11). A user has at most one link.
import { hash as digestOf, randomBytes } from 'node:crypto'
import type { Sql, Transaction } from '../database.ts'
import type { Clock } from '#platform/clock.ts'
import { createEncryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import { changeWatched } from './change-watched.ts'
import { createLinkCache, linkTtl } from './link-cache.ts'
import type { UserEvents } from './user-events.ts'
import { createWatchedLinks } from './watched-links.ts'

/** The content of a link that can be opened. */
export type SharedLink = {
  userId: number
  username: string
  title: string | null
  /** Epoch ms. */
  expiresAt: number
  /** Whether it gives the right to claim matches. */
  mayClaim: boolean
  /** The version of what the user watches (watched-cache.ts) when this was read: a list with a lower version is outdated. */
  followVersion: number
}

/** A link as its owner sees it; instants in ISO 8601. */
export type OwnLink = {
  /** Null if it is unavailable: without a key, if another key encrypted it, or for a link made before identifiers were stored. */
  linkId: string | null
  title: string | null
  expiresAt: string
  mayClaim: boolean
}

/** sharing-and-admin.md section 9. */
const lifetime = '7 days'

type Parts = {
  sql: Sql
  events: UserEvents
  clock: Clock
  log: Log | undefined
  /** Without a key, identifiers are neither stored nor shown. */
  secretKey: Buffer | undefined
}

/** The calls about links. Checks the links of open pages for changes, until `close`. */
export function createShareLinks({ sql, events, clock, log, secretKey }: Parts) {
  const cache = createLinkCache(async (linkId) => {
    const hash = linkHash(linkId)
    return (await readLinks(sql, [hash])).get(hash)
  }, clock)
  /**
   * Resolves when everything that any process cached before the call has expired. The extra ms is for timers, which may fire
   * slightly early.
   */
  const waitForCacheExpiry = (): Promise<void> => clock.sleep(linkTtl + 1)
  const watched = createWatchedLinks({ read: (hashes) => readLinks(sql, hashes), waitForCacheExpiry, clock, log })
  /** Resolves when a change is visible everywhere: caches have expired, and this process's watchers were notified. */
  const waitUntilVisible = async (): Promise<void> => void (await Promise.all([watched.check(), waitForCacheExpiry()]))
  const ids = createIdEncryption(secretKey, log)

  /** Returns whether the statement changed rows; if so, resolves once the change is visible everywhere. */
  const applyChange = async (rows: Promise<readonly unknown[]>): Promise<boolean> => {
    const hasChanged = (await rows).length > 0
    if (hasChanged) await waitUntilVisible()
    return hasChanged
  }
  /**
   * Like `applyChange`, for a statement on one user's links that returns whether each gave the right to claim before. Publishes an
   * event if that differs from `mayClaim`.
   */
  const applyRightChange = (userId: number, run: (tx: Transaction) => Promise<HadRight[]>, mayClaim = false) =>
    applyChange(
      changeWatched(events, userId, async (tx, recordChange) => {
        const links = await run(tx)
        if (links.some((link) => link.mayClaim !== mayClaim)) await recordChange({ kind: 'claims', userId })
        return links
      }),
    )

  return {
    /** Creates the user's link, replacing an earlier one. Without a title it gets the earlier link's. */
    async generate(userId: number, title?: string | null): Promise<OwnLink & { linkId: string }> {
      const linkId = newLinkId()
      const encrypted = ids.encrypt(userId, linkId)
      const made = await changeWatched(events, userId, async (tx, recordChange) => {
        const { link, hadRight } = await replaceLink(tx, { userId, linkId, title, encrypted })
        if (hadRight) await recordChange({ kind: 'claims', userId })
        return link
      })
      await waitUntilVisible()
      return { ...made, linkId }
    },

    /** The user's link; null if none can be opened. */
    async current(userId: number): Promise<OwnLink | null> {
      const [row] = await sql<(StoredId & Omit<OwnLink, 'linkId'>)[]>`
        select link_id as hash, encrypted_link_id as encrypted, title, expires_at as "expiresAt", may_claim as "mayClaim" from shareable_links
        where user_id = ${userId} and is_active and expires_at > now() order by id desc limit 1`
      if (!row) return null
      const { title, expiresAt, mayClaim } = row
      return { linkId: ids.decrypt(userId, row), title, expiresAt, mayClaim }
    },

    /** Sets the title of the link; false if the user has no such link that can be opened. */
    setTitle: (userId: number, linkId: string, title: string | null): Promise<boolean> =>
      applyChange(sql`
        update shareable_links set title = ${title}
        where user_id = ${userId} and link_id = ${linkHash(linkId)} and is_active and expires_at > now() returning id`),
    /** Removes the link, even an expired one; false if the user has no such link. */
    remove: (userId: number, linkId: string): Promise<boolean> =>
      applyRightChange(
        userId,
        (tx) => tx<HadRight[]>`
          delete from shareable_links where user_id = ${userId} and link_id = ${linkHash(linkId)} returning may_claim as "mayClaim"`,
      ),
    /** Removes the user's link; false if there is none. */
    removeOwn: (userId: number): Promise<boolean> =>
      applyRightChange(
        userId,
        (tx) => tx<HadRight[]>`delete from shareable_links where user_id = ${userId} returning may_claim as "mayClaim"`,
      ),
    /** Gives the user's link the right to claim matches, or withdraws it; false if no link can be opened. */
    setMayClaim: (userId: number, mayClaim: boolean): Promise<boolean> =>
      applyRightChange(
        userId,
        (tx) => tx<HadRight[]>`
          update shareable_links link set may_claim = ${mayClaim} from shareable_links before
          where before.id = link.id and link.user_id = ${userId} and link.is_active and link.expires_at > now()
          returning before.may_claim as "mayClaim"`,
        mayClaim,
      ),

    ...cache,
    waitForCacheExpiry,
    waitUntilVisible,
    /**
     * Calls the listener within a second after any process changed the link's content, and once with null when the link ends.
     * Returns the function that stops watching.
     */
    watch: (linkId: string, link: SharedLink, listener: (link: SharedLink | null) => void): (() => void) =>
      watched.watch(linkHash(linkId), link, listener),
    close: (): Promise<void> => watched.close(),
  }
}

/** The links with these hashes that can be opened. */
async function readLinks(sql: Sql, hashes: readonly string[]): Promise<Map<string, SharedLink>> {
  const rows = await sql<(SharedLink & { hash: string })[]>`
    select link.link_id as hash, link.user_id as "userId", account.username, link.title, link.may_claim as "mayClaim",
      floor(extract(epoch from link.expires_at) * 1000)::bigint as "expiresAt", account.follow_version as "followVersion"
    from shareable_links link join users account on account.id = link.user_id
    where link.link_id = any(${hashes}) and link.is_active and link.expires_at > now()`
  return new Map(rows.map(({ hash, ...link }) => [hash, link]))
}

type HadRight = { mayClaim: boolean }
type NewLink = { userId: number; linkId: string; encrypted: Uint8Array | null; title: string | null | undefined }

/** Replaces the user's link. The new one gives no right to claim; `hadRight`: the old one gave it. */
async function replaceLink(
  tx: Transaction,
  { userId, linkId, encrypted, title }: NewLink,
): Promise<{ link: Omit<OwnLink, 'linkId'>; hadRight: boolean }> {
  const [old] = await tx<(HadRight & { title: string | null })[]>`
    delete from shareable_links where user_id = ${userId} returning title, may_claim as "mayClaim"`
  const [made] = await tx<Omit<OwnLink, 'linkId'>[]>`
    insert into shareable_links (user_id, link_id, encrypted_link_id, title, expires_at)
    values (${userId}, ${linkHash(linkId)}, ${encrypted}, ${title === undefined ? (old?.title ?? null) : title}, now() + ${lifetime}::interval)
    returning title, expires_at as "expiresAt", may_claim as "mayClaim"`
  return { link: made as Omit<OwnLink, 'linkId'>, hadRight: old?.mayClaim ?? false }
}

type StoredId = { hash: string; encrypted: Buffer | null }

/** Encrypts identifiers for their owners. */
function createIdEncryption(secretKey: Buffer | undefined, log: Log | undefined) {
  const encryption = secretKey && createEncryption(secretKey, 'shared-links')
  /**
   * Binds a ciphertext to its user and link, so that it cannot be moved to another row. Uses the hash, because the row's id is
   * not known yet.
   */
  const contextOf = (userId: number, hash: string): string => `${userId}/${hash}`
  return {
    encrypt: (userId: number, linkId: string) =>
      encryption?.encrypt(linkId, contextOf(userId, linkHash(linkId))) ?? null,
    decrypt(userId: number, { hash, encrypted }: StoredId): string | null {
      if (!encryption || !encrypted) return null
      const linkId = encryption.decrypt(encrypted, contextOf(userId, hash))
      if (linkId === null)
        log?.warn({ userId }, 'a link was encrypted with another SECRET_KEY and cannot be shown to its owner')
      return linkId
    },
  }
}

/** 128 random bits, as 22 characters of base64url (L-01). */
export const newLinkId = (): string => randomBytes(16).toString('base64url')

/** The SHA-256 by which a link is found. */
export const linkHash = (linkId: string): string => digestOf('sha256', linkId, 'hex')
