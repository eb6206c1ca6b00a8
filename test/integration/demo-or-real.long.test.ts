// A database belongs to the demo or to a real installation; a start of the other kind refuses it (docs/decisions/020).
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoAccounts, demoIdentity } from '../../src/main/demo.ts'
import { startSimulatorProcess } from '../../src/main/simulator-process.ts'
import { hashPassword } from '#api'
import { createLog } from '#platform/log.ts'
import { claimDatabase, demoAccountsSetting, endDemo, type Purpose } from '#store'
import { openTestDatabase } from '#support/database.ts'
import { type RollCall, startRollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { connect, type Sql } from '#support/sql.ts'

/** An address without a server: these tests do not read the source. */
const source = 'http://127.0.0.1:9'
const admin = { email: 'chief@example.org', password: 'the chief of all mats' }
const adminEnv = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
const { emails: demoEmails } = demoIdentity

const refusal = (place: string): string =>
  `The database ${place} is a demo's, whose passwords everybody can read: start clean with another DATA_DIR or an empty database, or keep its data without the demo's accounts by DEMO_DATA=keep with ADMIN_EMAIL and ADMIN_PASSWORD.`

let folder = ''
const running: RollCall[] = []
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rollcall-purpose-')))
})
afterEach(async () => {
  for (const rollCall of running.splice(0)) await rollCall.stop()
  rmSync(folder, { recursive: true })
})

async function start(env: Record<string, string> = {}, databaseUrl?: string): Promise<RollCall> {
  const rollCall = await startRollCall({ dataDir: join(folder, 'data'), env, ...(databaseUrl && { databaseUrl }) })
  running.push(rollCall)
  return rollCall
}

const realEnv = { SOURCE_URL: source, ROLES: 'web' }
const signIn = async (url: string, email: string, password: string): Promise<number> => {
  const visitor = new Visitor(url)
  return (await visitor.request('login', { body: { username: email, password } })).status
}
const canSignIn = (url: string, { email, password }: { email: string; password: string }): Promise<boolean> =>
  signIn(url, email, password).then((status) => status === 200)

describe('A demo’s database', () => {
  it('[N-01] is used again by a second demo; a real start refuses it in one sentence and leaves it unchanged', async () => {
    for (let times = 0; times < 2; times++) {
      const demo = await start()
      expect(await canSignIn(demo.url, demoAccounts.administrator)).toBe(true)
      await demo.stop()
    }
    await expect(start({ ...realEnv, ...adminEnv })).rejects.toThrow(
      new Error(`RollCall ended with 1 before it served:\n${refusal(`in ${join(folder, 'data')}`)}`),
    )
    const demo = await start()
    expect(await canSignIn(demo.url, demoAccounts.administrator)).toBe(true)
    expect(await canSignIn(demo.url, admin)).toBe(false)
  })

  it('[N-01] becomes a real one by a start with DEMO_DATA=keep, which removes the demo’s accounts', async () => {
    const demo = await start()
    const visitor = await new Visitor(demo.url).signUp()
    await visitor.call('forgotPassword', { body: { email: visitor.email } })
    const mailbox = async (): Promise<string> => (await visitor.fetch('/mailbox')).text()
    await expect.poll(mailbox).toContain(`to ${visitor.email}`)
    const [, path = ''] = /href="(\/reset-password\?token=[\w-]{43})"/.exec(await mailbox()) ?? []
    const demoUser = new Visitor(demo.url)
    const { follower } = demoAccounts
    await demoUser.call('login', { body: { username: follower.email, password: follower.password } })
    await demoUser.call('share', { body: {} })
    await demo.stop()
    await expect(start({ ...realEnv, ...adminEnv })).rejects.toThrow(refusal(`in ${join(folder, 'data')}`))

    const restarted = await start({ ...realEnv, ...adminEnv, DEMO_DATA: 'keep' })
    expect(await canSignIn(restarted.url, admin)).toBe(true)
    for (const account of Object.values(demoAccounts)) expect(await canSignIn(restarted.url, account)).toBe(false)
    const owner = new Visitor(restarted.url)
    await owner.call('login', { body: { username: admin.email, password: admin.password } })
    expect(await owner.call('user')).toMatchObject({ id: 1, role: 'superadmin', email: admin.email })
    expect(await owner.call('adminLinks')).toEqual([])
    // Links from the public mailbox are void, and everybody must sign in again.
    const body = { token: path.slice(path.indexOf('=') + 1), newPassword: 'a bell at closing time' }
    expect((await new Visitor(restarted.url).request('resetPassword', { body })).status).toBe(400)
    const before = new Visitor(restarted.url)
    before.cookie = visitor.cookie
    expect((await before.request('user')).status).toBe(401)
    expect(await canSignIn(restarted.url, visitor)).toBe(true)
    await restarted.stop()

    const again = await start({ ...realEnv, ...adminEnv })
    expect(await canSignIn(again.url, admin)).toBe(true)
    await again.stop()
    await expect(start()).rejects.toThrow(
      `The database in ${join(folder, 'data')} is not a demo's: set SOURCE_URL, or choose another DATA_DIR for a demo.`,
    )
  })

  it('[N-01] loses its demo follower even after a change of address, and no start prints a login that does not work', async () => {
    const demo = await start()
    const { administrator, follower } = demoAccounts
    await expect.poll(demo.output).toContain(`Log in as ${follower.email} with the password ${follower.password}`)
    const demoUser = new Visitor(demo.url)
    await demoUser.call('login', { body: { username: follower.email, password: follower.password } })
    const moved = { email: 'moved@example.org', password: follower.password }
    await demoUser.call('updateProfile', { body: { username: follower.username, email: moved.email } })
    await demo.stop()

    const again = await start()
    expect(await canSignIn(again.url, moved)).toBe(true)
    await expect.poll(again.output).toContain('Ctrl-C stops everything.')
    expect(again.output()).not.toContain(follower.email)
    expect(again.output()).toContain(`Log in as the administrator ${administrator.email} with the password`)
    await again.stop()

    const restarted = await start({ ...realEnv, ...adminEnv, DEMO_DATA: 'keep' })
    expect(await canSignIn(restarted.url, moved)).toBe(false)
    expect(await canSignIn(restarted.url, admin)).toBe(true)
  })
})

describe('A start without SOURCE_URL whose simulator cannot run', () => {
  it('[N-01] does not mark an empty database as a demo’s', async () => {
    await using database = await openTestDatabase()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(start({ SIMULATOR_PORT: String(port) }, database.url)).rejects.toThrow(
      `The simulated competition system did not start: port ${port} is already in use`,
    )
    other.close()
    expect(await claimDatabase({ databaseUrl: database.url, purpose: 'real', demo: demoIdentity })).toBe('real')
  })

  it('fails with the advice to set SOURCE_URL if the simulator is not installed', async () => {
    const log = createLog('silent')
    await expect(
      startSimulatorProcess({ root: folder, dataDir: folder, port: 0, speed: undefined, log, onLost: () => {} }),
    ).rejects.toThrow('SOURCE_URL is not set, and this installation has no simulator for a demo: set SOURCE_URL.')
  })
})

describe('A real installation’s database', () => {
  it('[N-01] is refused in one sentence by a start without SOURCE_URL', async () => {
    await using database = await openTestDatabase()
    const first = await start({ ...realEnv, ...adminEnv }, database.url)
    await first.stop()
    await expect(start({}, database.url)).rejects.toThrow(
      "The database of DATABASE_URL is not a demo's: set SOURCE_URL, or leave DATABASE_URL out for a demo.",
    )
  })

  it('[N-01] is not changed by a refused start, which does not even store the purpose of the database', async () => {
    await using database = await openTestDatabase()
    const sql = connect(database.url)
    await sql`insert into users (id, username, email, password) values (2, 'somebody', 'somebody@example.org', 'none')`
    const before = await sql`select * from settings`
    await expect(start({}, database.url)).rejects.toThrow("is not a demo's: set SOURCE_URL")
    expect(await sql`select * from settings`).toEqual(before)
    await sql.end()
  })

  it.each([
    ['another address than the administrator’s', { ADMIN_EMAIL: 'other@example.org' }, 'ADMIN_EMAIL is not obeyed'],
    [
      'another password than the administrator’s',
      { ADMIN_PASSWORD: 'not the chief’s' },
      'ADMIN_PASSWORD is not obeyed',
    ],
  ])('[N-01] keeps its administrator, with a line in the log, when ADMIN_* has %s', async (_, changed, sentence) => {
    await using database = await openTestDatabase()
    const first = await start({ ...realEnv, ...adminEnv }, database.url)
    expect(first.output()).not.toContain('not obeyed')
    await first.stop()

    const env = { ...realEnv, ...adminEnv, ...changed }
    const second = await start(env, database.url)
    const logged = second
      .output()
      .split('\n')
      .filter((line) => line.includes(sentence))
    expect(logged.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40])
    expect(second.output()).not.toContain(env.ADMIN_PASSWORD)
    expect(await canSignIn(second.url, admin)).toBe(true)
  })

  it('[N-01] makes nobody an administrator, with a line in the log, when ADMIN_EMAIL is another account’s address', async () => {
    await using database = await openTestDatabase()
    const first = await start(realEnv, database.url)
    const visitor = await new Visitor(first.url).signUp()
    await first.stop()
    const second = await start({ ...realEnv, ADMIN_EMAIL: visitor.email, ADMIN_PASSWORD: admin.password }, database.url)
    expect(second.output()).toContain(`ADMIN_EMAIL is not obeyed: ${visitor.email} is the address of another account`)
    expect(await canSignIn(second.url, { email: visitor.email, password: admin.password })).toBe(false)
  })

  it('[N-01] is not set up with the demo’s password', async () => {
    const env = { ...realEnv, ...adminEnv, ADMIN_PASSWORD: demoAccounts.administrator.password }
    await expect(start(env)).rejects.toThrow("ADMIN_PASSWORD is the demo's, which everybody can read: choose another.")
  })
})

describe('A start with an administrator’s password that is easy to guess', () => {
  const sentence = 'ADMIN_PASSWORD is easy to guess: choose another.'

  it.each(['aaaaaaaa', '        ', 'password1', `${admin.email}1`])(
    '[N-01] [P-04] is refused for an empty database: %j',
    async (password) => {
      await using database = await openTestDatabase()
      await expect(start({ ...realEnv, ...adminEnv, ADMIN_PASSWORD: password }, database.url)).rejects.toThrow(sentence)
      const sql = connect(database.url)
      expect(await sql`select 1 from users`).toHaveLength(0)
      await sql.end()
    },
  )

  it('[N-01] [P-04] is refused for a demo’s database, which stays unchanged', async () => {
    await using database = await openTestDatabase()
    await claimDatabase({ databaseUrl: database.url, purpose: 'demo', demo: demoIdentity })
    const env = { ...realEnv, ...adminEnv, ADMIN_PASSWORD: 'password1', DEMO_DATA: 'keep' }
    await expect(start(env, database.url)).rejects.toThrow(sentence)
    expect(await claimDatabase({ databaseUrl: database.url, purpose: 'real', demo: demoIdentity })).toBe('demo')
  })

  it('[P-04] succeeds when the database already has its administrator', async () => {
    await using database = await openTestDatabase()
    const first = await start({ ...realEnv, ...adminEnv }, database.url)
    const sql = connect(database.url)
    await sql`update users set password = ${await hashPassword('password1')} where id = 1`
    await sql.end()
    await first.stop()
    const second = await start({ ...realEnv, ...adminEnv, ADMIN_PASSWORD: 'password1' }, database.url)
    expect(await canSignIn(second.url, { ...admin, password: 'password1' })).toBe(true)
    expect(second.output()).toContain('ADMIN_PASSWORD is easy to guess: change it in Profile Settings.')
  })
})

describe('The purpose of a database', () => {
  const claim = (databaseUrl: string, purpose: Purpose) => claimDatabase({ databaseUrl, purpose, demo: demoIdentity })
  const insertAccount = (sql: Sql, id: number, email: string, password = 'none') =>
    sql`insert into users (id, username, email, password) values (${id}, ${`user ${id}`}, ${email}, ${password})`

  it('[N-01] does not change while the administrator’s address belongs to another account', async () => {
    await using database = await openTestDatabase()
    const sql = connect(database.url)
    await insertAccount(sql, 1, demoEmails.administrator)
    await insertAccount(sql, 2, demoEmails.follower)
    await insertAccount(sql, 3, admin.email)
    await claim(database.url, 'demo')
    const end = (email: string) =>
      endDemo({ databaseUrl: database.url, demo: demoIdentity, administrator: { email, passwordHash: 'new' } })
    expect(await end(admin.email.toUpperCase())).toBe('email-taken')
    expect(await sql`select id from users`).toHaveLength(3)
    expect(await claim(database.url, 'real')).toBe('demo')
    // The follower's address is free, because its account is removed.
    expect(await end(demoEmails.follower)).toBe('ended')
    expect(await sql`select id, email, password, role from users order by id`).toEqual([
      { id: 1, email: demoEmails.follower, password: 'new', role: 'superadmin' },
      { id: 3, email: admin.email, password: 'none', role: 'user' },
    ])
    expect(await claim(database.url, 'demo')).toBe('real')
    await sql.end()
  })

  it('[N-01] changes to real while the operator’s own administrator stays, with the new address and password', async () => {
    await using database = await openTestDatabase()
    const sql = connect(database.url)
    await claim(database.url, 'demo')
    await insertAccount(sql, 1, 'mine@example.org')
    const [before] = await sql`update users set role = 'superadmin' returning id, username, role, created_at`
    const administrator = { email: admin.email, passwordHash: 'new' }
    await endDemo({ databaseUrl: database.url, demo: demoIdentity, administrator })
    expect(await sql`select id, username, role, created_at, email, password from users`).toEqual([
      { ...before, email: admin.email, password: 'new' },
    ])
    await sql.end()
  })

  it('[N-01] changes to real only with the removal of the demo’s accounts and of all accounts with its passwords, whatever their addresses', async () => {
    await using database = await openTestDatabase()
    const sql = connect(database.url)
    await claim(database.url, 'demo')
    const hashes = {
      own: await hashPassword('a whistle at dawn'),
      administrator: await hashPassword(demoAccounts.administrator.password),
      follower: await hashPassword(demoAccounts.follower.password),
    }
    await insertAccount(sql, 2, 'noted@example.org', hashes.own)
    await insertAccount(sql, 3, 'visitor@example.org', hashes.own)
    await insertAccount(sql, 4, 'moved@example.org', hashes.follower)
    await insertAccount(sql, 5, admin.email, hashes.administrator)
    await sql`insert into settings (key, value) values (${demoAccountsSetting}, '[2]')`
    const administrator = { email: admin.email, passwordHash: 'new' }
    expect(await endDemo({ databaseUrl: database.url, demo: demoIdentity, administrator })).toBe('ended')
    expect(await sql`select id, email from users order by id`).toEqual([
      { id: 1, email: admin.email },
      { id: 3, email: 'visitor@example.org' },
    ])
    expect(await sql`select 1 from settings where key = ${demoAccountsSetting}`).toHaveLength(0)
    await sql.end()
  })

  it('is set once by several first starts at the same moment', async () => {
    await using database = await openTestDatabase()
    const wanted: Purpose[] = ['demo', 'real', 'demo', 'real', 'real', 'demo']
    const purposes = await Promise.all(wanted.map((purpose) => claim(database.url, purpose)))
    expect(new Set(purposes).size).toBe(1)
    expect(await claim(database.url, purposes[0] === 'demo' ? 'real' : 'demo')).toBe(purposes[0])
  })

  type Setup = (sql: Sql) => Promise<unknown>
  it.each<[string, Setup, Purpose, Purpose]>([
    ['a demo’s, by its administrator', (sql) => insertAccount(sql, 1, demoEmails.administrator), 'real', 'demo'],
    [
      'a demo’s, by its administrator’s password under another address',
      async (sql) => insertAccount(sql, 1, 'mine@example.org', await hashPassword(demoAccounts.administrator.password)),
      'real',
      'demo',
    ],
    [
      'a demo’s, by an email in its mailbox',
      async (sql) => {
        await insertAccount(sql, 2, 'somebody@example.org')
        await sql`insert into mailbox (recipient, subject, text) values ('somebody@example.org', 'Hello', 'Hello')`
      },
      'real',
      'demo',
    ],
    ['a real one’s, by any other account', (sql) => insertAccount(sql, 2, 'somebody@example.org'), 'demo', 'real'],
    [
      'a real one’s, though an account has the demo follower’s address and password',
      async (sql) => insertAccount(sql, 7, demoEmails.follower, await hashPassword(demoAccounts.follower.password)),
      'demo',
      'real',
    ],
    [
      'a real one’s, though an account other than the first has the demo administrator’s address',
      (sql) => insertAccount(sql, 2, demoEmails.administrator),
      'demo',
      'real',
    ],
  ])(
    'is recognised in a database of an earlier version, which did not store it: %s',
    async (_, setUp, requested, recognised) => {
      await using database = await openTestDatabase()
      const sql = connect(database.url)
      await setUp(sql)
      await sql.end()
      expect(await claim(database.url, requested)).toBe(recognised)
      expect(await claim(database.url, recognised)).toBe(recognised)
    },
  )
})
