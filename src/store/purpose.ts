// What a database is for: a demo, whose accounts and mails everybody can read, or a real installation. It says so itself,
// from its first start on (docs/decisions/020).
import postgres, { type TransactionSql } from 'postgres'
import { emailKey } from './email-addresses.ts'
import { migrate } from './migrate.ts'

export type Purpose = 'demo' | 'real'

/** The addresses of the accounts that a demo makes. */
export type DemoEmails = { administrator: string; follower: string }

const purposeSetting = 'database.purpose'
/** Any number; processes that start together take turns on it. */
const purposeLock = 7_245_003

/**
 * What the database is for. One that nobody has used becomes what `purpose` says; one that was made before databases were
 * marked is a demo's if it has a demo's account. Brings the schema up to date first.
 */
export async function claimDatabase({
  databaseUrl,
  purpose,
  demoEmails,
}: {
  databaseUrl: string
  purpose: Purpose
  demoEmails: DemoEmails
}): Promise<Purpose> {
  await migrate(databaseUrl)
  return inTurn(databaseUrl, async (tx) => {
    const [marked] = await tx<{ value: Purpose }[]>`select value from settings where key = ${purposeSetting}`
    if (marked) return marked.value
    const found = (await purposeByContent(tx, demoEmails)) ?? purpose
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
  demoEmails,
  administrator: { email, passwordHash },
}: {
  databaseUrl: string
  demoEmails: DemoEmails
  administrator: { email: string; passwordHash: string }
}): Promise<'ended' | 'email-taken'> {
  const key = emailKey(email)
  return inTurn(databaseUrl, async (tx) => {
    const [holder] = await tx`
      select 1 from users where email = ${key} and id <> 1 and email <> ${demoEmails.follower}`
    if (holder) return 'email-taken'
    const gone = await tx<{ id: number; username: string }[]>`
      delete from users where email = ${demoEmails.follower} or (id = 1 and email = ${demoEmails.administrator})
      returning id, username`
    const tables = [
      'sessions',
      'password_reset_tokens',
      'account_restores',
      'email_links',
      'mails',
      'mailbox',
      'push_queue',
    ]
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

/** Undefined for a database that nobody has used. */
async function purposeByContent(tx: TransactionSql, demoEmails: DemoEmails): Promise<Purpose | undefined> {
  const [found] = await tx<{ is_demo: boolean; is_used: boolean }[]>`
    select
      exists (
        select 1 from users
        where email = ${demoEmails.follower} or (id = 1 and email = ${demoEmails.administrator})
      ) as is_demo,
      exists (select 1 from users) or exists (select 1 from tournaments) as is_used`
  if (found?.is_demo) return 'demo'
  return found?.is_used ? 'real' : undefined
}

const mark = (tx: TransactionSql, purpose: Purpose) => tx`
  insert into settings (key, value) values (${purposeSetting}, ${JSON.stringify(purpose)}::text::jsonb)
  on conflict (key) do update set value = excluded.value, updated_at = now()`

/** One process at a time, in one transaction. */
async function inTurn<Result>(databaseUrl: string, act: (tx: TransactionSql) => Promise<Result>): Promise<Result> {
  const sql = postgres(databaseUrl, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    return (await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${purposeLock})`
      return act(tx)
    })) as Result
  } finally {
    await sql.end({ timeout: 5 })
  }
}
