// Links to a user's RollCall. The identifier in a link is a secret of 128 random bits; the table holds its SHA-256, by
// which it is found, and for its owner the identifier itself, encrypted with a key that is not in the database. So a stolen
// database opens nothing (quality/security.md W11). A user has one link at most.
import { hash as digestOf, randomBytes } from 'node:crypto'
import type { Sql, Transaction } from '../database.ts'
import type { Clock } from '#platform/clock.ts'
import { createEncryption } from '#platform/encryption.ts'
import type { Log } from '#platform/log.ts'
import { believedFor, createKnownLinks } from './known-links.ts'
import { createWatchedLinks } from './watched-links.ts'

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

/** sharing-and-admin.md section 9. */
const lifetime = '7 days'

type Needs = {
  sql: Sql
  clock: Clock
  log: Log | undefined
  /** Without it no identifier is kept, and none can be told. */
  secretKey: Buffer | undefined
}

export function createShareLinks({ sql, clock, log, secretKey }: Needs) {
  const known = createKnownLinks(async (linkId) => {
    const hash = hashOf(linkId)
    return (await readLinks(sql, [hash])).get(hash)
  }, clock)
  /** Resolves when no process believes any more what it read before the call. A timer may be early by a part of a millisecond. */
  const lapse = (): Promise<void> => clock.sleep(believedFor + 1)
  const watched = createWatchedLinks({ read: (hashes) => readLinks(sql, hashes), lapse, clock, log })
  /** The same, and who watches a link has heard what became of it: await it after a change. */
  const settled = async (): Promise<void> => void (await Promise.all([watched.look(), lapse()]))
  const keptIds = createKeptIds(secretKey, log)

  /** Whether a change of rows changed any; if so, everybody knows when it resolves. */
  const changed = async (rows: Promise<readonly unknown[]>): Promise<boolean> => {
    const hasChanged = (await rows).length > 0
    if (hasChanged) await settled()
    return hasChanged
  }

  return {
    /** Makes the user's link, or another one in place of it, and tells its identifier. Without a title it keeps the old one. */
    async generate(userId: number, title?: string | null): Promise<OwnLink & { linkId: string }> {
      const linkId = newLinkId()
      const made = await sql.begin((tx) =>
        replaceLink(tx, { userId, linkId, title, encrypted: keptIds.encrypt(userId, linkId) }),
      )
      await settled()
      return { ...made, linkId }
    },

    /** The user's link while it can be opened. */
    async current(userId: number): Promise<OwnLink | null> {
      const [row] = await sql<(KeptId & Omit<OwnLink, 'linkId'>)[]>`
        select link_id as hash, encrypted_link_id as encrypted, title, expires_at as "expiresAt" from shareable_links
        where user_id = ${userId} and is_active and expires_at > now() order by id desc limit 1`
      return row ? { linkId: keptIds.decrypt(userId, row), title: row.title, expiresAt: row.expiresAt } : null
    },

    /** False when there is no such link of this user's that can be opened; so for `remove`, which takes an expired one, too. */
    setTitle: (userId: number, linkId: string, title: string | null): Promise<boolean> =>
      changed(sql`
        update shareable_links set title = ${title}
        where user_id = ${userId} and link_id = ${hashOf(linkId)} and is_active and expires_at > now() returning id`),
    remove: (userId: number, linkId: string): Promise<boolean> =>
      changed(sql`delete from shareable_links where user_id = ${userId} and link_id = ${hashOf(linkId)} returning id`),
    /** Removes whichever link the user has; false for none. */
    removeOwn: (userId: number): Promise<boolean> =>
      changed(sql`delete from shareable_links where user_id = ${userId} returning id`),

    ...known,
    lapse,
    settled,
    /**
     * Hears within a second, whichever process made the change, of everything in `link` that becomes another; null when
     * the link is dead, and then of nothing more. Returns the function that ends listening.
     */
    watch: (linkId: string, link: SharedLink, listener: (link: SharedLink | null) => void): (() => void) =>
      watched.watch(hashOf(linkId), link, listener),
    close: (): Promise<void> => watched.close(),
  }
}

/** The links of these hashes that can be opened. */
async function readLinks(sql: Sql, hashes: readonly string[]): Promise<Map<string, SharedLink>> {
  const rows = await sql<(SharedLink & { hash: string })[]>`
    select link.link_id as hash, link.user_id as "userId", account.username, link.title,
      floor(extract(epoch from link.expires_at) * 1000)::bigint as "expiresAt", account.follow_version as "followVersion"
    from shareable_links link join users account on account.id = link.user_id
    where link.link_id = any(${hashes}) and link.is_active and link.expires_at > now()`
  return new Map(rows.map(({ hash, ...link }) => [hash, link]))
}

type NewLink = { userId: number; linkId: string; encrypted: Uint8Array | null; title: string | null | undefined }

/** Puts the link in the place of the user's other one. */
async function replaceLink(
  tx: Transaction,
  { userId, linkId, encrypted, title }: NewLink,
): Promise<Omit<OwnLink, 'linkId'>> {
  // One after the other, so that two at once do not leave two links.
  await tx`select 1 from users where id = ${userId} for update`
  const [old] = await tx<{ title: string | null }[]>`
    delete from shareable_links where user_id = ${userId} returning title`
  const [made] = await tx<Omit<OwnLink, 'linkId'>[]>`
    insert into shareable_links (user_id, link_id, encrypted_link_id, title, expires_at)
    values (${userId}, ${hashOf(linkId)}, ${encrypted}, ${title === undefined ? (old?.title ?? null) : title}, now() + ${lifetime}::interval)
    returning title, expires_at as "expiresAt"`
  return made as Omit<OwnLink, 'linkId'>
}

type KeptId = { hash: string; encrypted: Buffer | null }

/** How identifiers are kept for their owners. */
function createKeptIds(secretKey: Buffer | undefined, log: Log | undefined) {
  const encryption = secretKey && createEncryption(secretKey, 'shared-links')
  /** The row is named by its hash, which is known before its number; nobody can give it to another row or user. */
  const contextOf = (userId: number, hash: string): string => `${userId}/${hash}`
  return {
    encrypt: (userId: number, linkId: string) => encryption?.encrypt(linkId, contextOf(userId, hashOf(linkId))) ?? null,
    decrypt(userId: number, { hash, encrypted }: KeptId): string | null {
      if (!encryption || !encrypted) return null
      const linkId = encryption.decrypt(encrypted, contextOf(userId, hash))
      if (linkId === null) log?.warn({ userId }, 'a link was encrypted with another SECRET_KEY and cannot be shown')
      return linkId
    },
  }
}

/** 128 random bits, as 22 letters of base64url (L-01). */
export const newLinkId = (): string => randomBytes(16).toString('base64url')

const hashOf = (linkId: string): string => digestOf('sha256', linkId, 'hex')
