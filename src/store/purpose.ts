// What a database is for: a demo, whose accounts and mails everybody can read, or a real installation. It says so itself,
// from its first start on (docs/decisions/020). And what is done to a whole database before any process uses it.
import type { Transaction } from './database.ts'
import { openPool } from './postgres/pool.ts'
import { emailKey } from './accounts/email-addresses.ts'
import { migrate } from './migrate.ts'

export type Purpose = 'demo' | 'real'

/** What tells the accounts that a demo makes. */
export type DemoIdentity = {
  emails: { administrator: string; follower: string }
  /** Whether a stored hash is that of a password which the demo's accounts are published with. */
  isPublished(passwordHash: string): Promise<boolean>
}

/** The setting in which a demo notes the ids of the followers that it made. */
export const demoAccountsSetting = 'demo.accounts'
const purposeSetting = 'database.purpose'
/** Any number; processes that start together take turns on it. */
const purposeLock = 7_245_003

/**
 * What the database is for. One that nobody has used becomes what `purpose` says; one that was made before databases were
 * marked is judged by what is in it. Brings the schema up to date first.
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
  return inTurn(databaseUrl, async (tx) => {
    const [marked] = await tx<{ value: Purpose }[]>`select value from settings where key = ${purposeSetting}`
    if (marked) return marked.value
    const found = (await purposeByContent(tx, demo)) ?? purpose
    await mark(tx, found)
    return found
  })
}

/**
 * Makes a real installation's database of a demo's: the demo's accounts go with all that is theirs, account 1 becomes this
 * administrator's, and nothing that the demo's public mailbox has shown opens an account. Everybody signs in again.
 * Tournaments stay, and accounts of other people with what they follow.
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
  return inTurn(databaseUrl, async (tx) => {
    const ids = await demoAccountIds(tx, demo)
    const [holder] = await tx`
      select 1 from users where email = ${key} and id <> 1 and id <> all(${ids}::integer[])`
    if (holder) return 'email-taken'
    const gone = await tx<{ id: number; username: string }[]>`
      delete from users where id = any(${ids}::integer[]) returning id, username`
    await tx`delete from settings where key = ${demoAccountsSetting}`
    const tables = ['sessions', 'password_reset_tokens', 'account_restores', 'email_links', 'jobs', 'mailbox']
    for (const table of tables) await tx`delete from ${tx(table)}`
    await tx`update users set verified_email = null`
    const username = gone.find(({ id }) => id === 1)?.username ?? 'Administrator'
    await tx`
      insert into users (id, username, email, verified_email, password, role)
      values (1, ${username}, ${key}, ${key}, ${passwordHash}, 'superadmin')
      on conflict (id) do update
        set email = excluded.email, verified_email = excluded.verified_email, password = excluded.password`
    await mark(tx, 'real')
    return 'ended'
  })
}

/**
 * Makes a database that comes out of a backup fit to go on, before any process uses it. Every tournament's history was cut:
 * a new epoch tells each client to load once (reliability.md 1.3). Links for passwords and
 * addresses, mails and alerts that wait, were used and sent since.
 */
export const resetAfterRestore = (databaseUrl: string): Promise<void> =>
  inTurn(databaseUrl, async (tx) => {
    await tx`update tournaments set epoch = gen_random_uuid()::text`
    for (const table of ['password_reset_tokens', 'email_links', 'jobs']) await tx`delete from ${tx(table)}`
  })

/**
 * The accounts that the demo made, whoever changed them since: those that it noted, those under its addresses, and whatever
 * one of its passwords opens. The last takes some 40 ms an account, of which a demo has few.
 */
async function demoAccountIds(tx: Transaction, { emails, isPublished }: DemoIdentity): Promise<number[]> {
  const users = await tx<{ id: number; password: string; is_known: boolean }[]>`
    select id, password, email = ${emails.follower} or (id = 1 and email = ${emails.administrator}) or exists (
      select 1 from settings where key = ${demoAccountsSetting} and value @> to_jsonb(users.id)
    ) as is_known from users`
  const areDemo = await Promise.all(
    users.map(async ({ password, is_known: isKnown }) => isKnown || (await isPublished(password))),
  )
  return users.filter((_, at) => areDemo[at]).map(({ id }) => id)
}

/**
 * Undefined for a database that nobody has used. A demo is told by what only demos have: a mail in the mailbox, or account 1
 * under the address or password that they publish. Anybody may sign up with the follower's, so that one tells nothing.
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

const mark = (tx: Transaction, purpose: Purpose) => tx`
  insert into settings (key, value) values (${purposeSetting}, ${JSON.stringify(purpose)}::text::jsonb)
  on conflict (key) do update set value = excluded.value, updated_at = now()`

/** One process at a time, in one transaction. */
async function inTurn<Result>(databaseUrl: string, act: (tx: Transaction) => Promise<Result>): Promise<Result> {
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
