// The purpose of a database, stored in it at its first start (docs/decisions/020): a demo, whose accounts and emails are public,
// or a real installation. Also the changes to a whole database before any process uses it.
import type { Transaction } from './database.ts'
import { openPool } from './postgres/pool.ts'
import { emailKey } from './accounts/email-addresses.ts'
import { administratorId } from './accounts/accounts.ts'
import { migrate, requireBaseline } from './migrate.ts'

export type Purpose = 'demo' | 'real'

/** `purpose` is undefined for an unused database. */
export type DatabaseUse = { purpose: Purpose | undefined; hasAdministrator: boolean }

/** Identifies the accounts that a demo creates. */
export type DemoIdentity = {
  emails: { administrator: string; follower: string }
  /** Whether the stored hash belongs to one of the demo's published passwords. */
  isPublished(passwordHash: string): Promise<boolean>
}

/** The setting with the ids of the followers that the demo created. */
export const demoAccountsSetting = 'demo.accounts'
const purposeSetting = 'database.purpose'
/** An arbitrary number for the advisory lock, which serialises processes that start together. */
const purposeLock = 7_245_005

/**
 * Migrates the schema and returns the database's purpose. A database without a stored purpose gets the one that its content shows;
 * an unused one gets `purpose`.
 */
export async function claimDatabase({
  databaseUrl,
  purpose,
  demo,
}: {
  databaseUrl: string
  purpose: Purpose
  demo: DemoIdentity
}): Promise<Purpose> {
  await migrate(databaseUrl)
  return withLock(databaseUrl, async (tx) => {
    const stored = await storedPurpose(tx)
    if (stored) return stored
    const claimed = (await purposeByContent(tx, demo)) ?? purpose
    await storePurpose(tx, claimed)
    return claimed
  })
}

/**
 * Returns the purpose that claimDatabase would return, undefined for an unused database, and whether the database has its
 * administrator. Changes nothing.
 * @throws StartError for a database that migrate refuses.
 */
export async function inspectDatabase({
  databaseUrl,
  demo,
}: {
  databaseUrl: string
  demo: DemoIdentity
}): Promise<DatabaseUse> {
  const sql = openPool(databaseUrl)
  try {
    const [{ is_used: isUsed } = { is_used: false }] = await sql<{ is_used: boolean }[]>`
      select to_regclass('schema_migrations') is not null as is_used`
    const applied = isUsed ? await sql<{ name: string }[]>`select name from schema_migrations` : []
    requireBaseline(new Set(applied.map(({ name }) => name)))
    if (applied.length === 0) return { purpose: undefined, hasAdministrator: false }
    const administrators = await sql`select 1 from users where id = ${administratorId}`
    const purpose = (await storedPurpose(sql)) ?? (await purposeByContent(sql, demo))
    return { purpose, hasAdministrator: administrators.length > 0 }
  } finally {
    await sql.end()
  }
}

/**
 * Turns a demo's database into a real installation's: deletes the demo's accounts with their data, gives account 1 to this
 * administrator, ends all sessions, empties the mailbox, deletes waiting emails and alerts, and voids all emailed links.
 * Tournaments stay, as do other accounts with their follows, but their addresses count as unverified. 'email-taken': another
 * account has the administrator's address, and nothing changes.
 */
export async function endDemo({
  databaseUrl,
  demo,
  administrator: { email, passwordHash },
}: {
  databaseUrl: string
  demo: DemoIdentity
  administrator: { email: string; passwordHash: string }
}): Promise<'ended' | 'email-taken'> {
  const key = emailKey(email)
  return withLock(databaseUrl, async (tx) => {
    const ids = await demoAccountIds(tx, demo)
    const [holder] = await tx`
      select 1 from users where email = ${key} and id <> 1 and id <> all(${ids}::integer[])`
    if (holder) return 'email-taken'
    const deleted = await tx<{ id: number; username: string }[]>`
      delete from users where id = any(${ids}::integer[]) returning id, username`
    await tx`delete from settings where key = ${demoAccountsSetting}`
    const tables = ['sessions', 'password_reset_tokens', 'account_restores', 'email_links', 'jobs', 'mailbox']
    for (const table of tables) await tx`delete from ${tx(table)}`
    await tx`update users set verified_email = null`
    const username = deleted.find(({ id }) => id === 1)?.username ?? 'Administrator'
    await tx`
      insert into users (id, username, email, verified_email, password, role)
      values (1, ${username}, ${key}, ${key}, ${passwordHash}, 'superadmin')
      on conflict (id) do update
        set email = excluded.email, verified_email = excluded.verified_email, password = excluded.password`
    await storePurpose(tx, 'real')
    return 'ended'
  })
}

/**
 * Prepares a database that was restored from a backup, before any process uses it. Each tournament gets a new epoch, so that
 * clients reload it (reliability.md 1.3). Deletes reset links, email links and waiting jobs, which may have been used or sent
 * after the backup.
 */
export const resetAfterRestore = (databaseUrl: string): Promise<void> =>
  withLock(databaseUrl, async (tx) => {
    await tx`update tournaments set epoch = left(gen_random_uuid()::text, 8)`
    for (const table of ['password_reset_tokens', 'email_links', 'jobs']) await tx`delete from ${tx(table)}`
  })

/** The role's current schema, and the schema that has RollCall's tables; null if there is none, as in an empty database. */
export async function findSchemas(databaseUrl: string): Promise<{ current: string | null; used: string | null }> {
  const sql = openPool(databaseUrl)
  try {
    const [found] = await sql<{ current: string | null; used: string | null }[]>`
      select current_schema()::text as current,
        (select nspname::text from pg_namespace join pg_class on relnamespace = pg_namespace.oid
          where pg_class.oid = to_regclass('schema_migrations')) as used`
    return found ?? { current: null, used: null }
  } finally {
    await sql.end()
  }
}

/**
 * The accounts that the demo created, even if they were changed since: the stored ids, the demo's addresses, and any account with
 * one of its passwords. Checking a password is slow on purpose, but a demo has few accounts.
 */
async function demoAccountIds(tx: Transaction, { emails, isPublished }: DemoIdentity): Promise<number[]> {
  const users = await tx<{ id: number; password: string; is_known: boolean }[]>`
    select id, password, email = ${emails.follower} or (id = 1 and email = ${emails.administrator}) or exists (
      select 1 from settings where key = ${demoAccountsSetting} and value @> to_jsonb(users.id)
    ) as is_known from users`
  const areDemo = await Promise.all(
    users.map(async ({ password, is_known: isKnown }) => isKnown || (await isPublished(password))),
  )
  return users.filter((_, index) => areDemo[index]).map(({ id }) => id)
}

async function storedPurpose(tx: Transaction): Promise<Purpose | undefined> {
  const [stored] = await tx<{ value: Purpose }[]>`select value from settings where key = ${purposeSetting}`
  return stored?.value
}

/**
 * Undefined for an unused database. A demo has an email in the mailbox, or account 1 with the published address or password. The
 * published follower's address is no evidence, because anybody may sign up with it.
 */
async function purposeByContent(tx: Transaction, demo: DemoIdentity): Promise<Purpose | undefined> {
  const [first] = await tx<{ email: string; password: string }[]>`select email, password from users where id = 1`
  if (first?.email === demo.emails.administrator || (first && (await demo.isPublished(first.password)))) return 'demo'
  const [found] = await tx<{ is_demo: boolean; is_used: boolean }[]>`
    select exists (select 1 from mailbox) as is_demo,
      exists (select 1 from users) or exists (select 1 from tournaments) as is_used`
  if (found?.is_demo) return 'demo'
  return found?.is_used ? 'real' : undefined
}

const storePurpose = (tx: Transaction, purpose: Purpose) => tx`
  insert into settings (key, value) values (${purposeSetting}, ${JSON.stringify(purpose)}::text::jsonb)
  on conflict (key) do update set value = excluded.value, updated_at = now()`

/** Runs `act` in a transaction, in one process at a time. */
async function withLock<Result>(databaseUrl: string, act: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const sql = openPool(databaseUrl)
  try {
    return await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${purposeLock})`
      return act(tx)
    })
  } finally {
    await sql.end()
  }
}
