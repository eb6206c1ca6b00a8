// What an operator sees at a start: a database that RollCall cannot use, --check, and the log.
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { demoAccounts, demoIdentity } from '../../src/main/demo.ts'
import { claimDatabase, type Purpose } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { freePort } from '#support/free-port.ts'
import { hasPgBouncer, startPgBouncer } from '#support/pgbouncer.ts'
import { type RollCall, startRollCall } from '#support/rollcall.ts'
import { connect, type Sql } from '#support/sql.ts'

/** An address without a server. */
const source = 'http://127.0.0.1:9'
const role = `rollcall_${randomBytes(4).toString('hex')}`
let folder: string
let database: TestDatabase
const running: RollCall[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-start-'))
  database = await openTestDatabase()
  await asOwner((sql) => sql.script(`create role ${role} login password 'plain'`))
})
afterEach(async () => {
  for (const rollCall of running.splice(0)) await rollCall.stop()
  await database.close()
  await asServer((sql) => sql.script(`drop owned by ${role}; drop role ${role}`))
  rmSync(folder, { recursive: true })
})

async function withSql(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = connect(url)
  try {
    await work(sql)
  } finally {
    await sql.end()
  }
}
const asOwner = (work: (sql: Sql) => Promise<unknown>): Promise<void> => withSql(database.url, work)
const asServer = (work: (sql: Sql) => Promise<unknown>): Promise<void> => withSql(inject('databaseServerUrl'), work)

/** The database's address for the role without special rights. */
function urlOfRole(): string {
  const url = new URL(database.url)
  url.username = role
  url.password = 'plain'
  return url.href
}

/** Runs `--check` in the folder `cwd`; returns its exit code and the lines that it prints. */
function check(env: Record<string, string> = {}, cwd?: string): { status: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main/index.ts', '--check'], {
    ...(cwd && { cwd }),
    env: { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), SOURCE_URL: source, ...env },
    encoding: 'utf8',
  })
  return { status, lines: (stdout + stderr).trimEnd().split('\n') }
}

async function start(options: Parameters<typeof startRollCall>[0] = {}): Promise<RollCall> {
  const { env, ...others } = options
  const rollCall = await startRollCall({
    dataDir: join(folder, 'data'),
    sourceUrl: source,
    databaseUrl: database.url,
    env: { ROLES: 'web', ...env },
    ...others,
  })
  running.push(rollCall)
  return rollCall
}

const migrationsTable = 'schema_migrations'
const databaseName = (): string => new URL(database.url).pathname.slice(1)
const databaseOwner = (): string => new URL(database.url).username

describe('A start and a check say in one sentence', () => {
  it.each<[string, () => string, () => string]>([
    [
      'that the role does not own RollCall’s tables',
      () => `grant all on all tables in schema public to ${role}`,
      () =>
        `The role ${role} of DATABASE_URL does not own RollCall's tables, so it cannot change them: connect as ${databaseOwner()}, or run GRANT ${databaseOwner()} TO ${role}.`,
    ],
    [
      'that the role may not create tables',
      () => `drop table ${migrationsTable}`,
      () =>
        `The role ${role} of DATABASE_URL may not create tables: run ALTER DATABASE ${databaseName()} OWNER TO ${role}.`,
    ],
    [
      'that the role can have too few connections',
      () =>
        `alter database ${databaseName()} owner to ${role}; alter table ${migrationsTable} owner to ${role}; alter role ${role} connection limit 5`,
      () =>
        `The role ${role} of DATABASE_URL can have 5 connections, and each RollCall process needs up to 19: raise max_connections, or the limit of the role or the database.`,
    ],
    [
      'that the database has no connection left',
      () => `alter database ${databaseName()} connection limit 0`,
      () => `The database of DATABASE_URL cannot be used: too many connections for database "${databaseName()}".`,
    ],
    [
      'that the database accepts no writes',
      () => `alter database ${databaseName()} set default_transaction_read_only = on`,
      () => 'The database of DATABASE_URL accepts no writes, as a replica: name the primary, or all of its servers.',
    ],
  ])('%s', async (_, change, sentence) => {
    await asOwner((sql) => sql.script(change()))
    expect(check({ DATABASE_URL: urlOfRole() })).toEqual({ status: 1, lines: [sentence()] })
    await expect(start({ databaseUrl: urlOfRole() })).rejects.toThrow(
      new Error(`RollCall ended with 1 before it served:\n${sentence()}`),
    )
  })
})

const ignored = 'options, statement_timeout, idle_in_transaction_session_timeout'
describe.runIf(hasPgBouncer())('A start and a check say in one sentence that RollCall does not use PgBouncer', () => {
  it.each([
    ['with its own settings', {}],
    ['that shares sessions and discards settings', { pool_mode: 'transaction', ignore_startup_parameters: ignored }],
    ['that discards settings', { pool_mode: 'session', ignore_startup_parameters: ignored }],
  ])('%s', async (_, settings) => {
    await using bouncer = await startPgBouncer(database.url, settings)
    const sentence =
      'DATABASE_URL leads to a connection pooler such as PgBouncer, which RollCall does not support: name the address of PostgreSQL itself.'
    expect(check({ DATABASE_URL: bouncer.url })).toEqual({ status: 1, lines: [sentence] })
    await expect(start({ databaseUrl: bouncer.url })).rejects.toThrow(
      new Error(`RollCall ended with 1 before it served:\n${sentence}`),
    )
  })
})

describe('--check', () => {
  it('exits with 0 for a valid configuration, and changes nothing', () => {
    expect(check({ DATABASE_URL: database.url })).toEqual({ status: 0, lines: ['The configuration is valid.'] })
    expect(check()).toEqual({ status: 0, lines: ['The configuration is valid.'] })
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('exits with 1 if a demo with DATABASE_URL cannot use the data directory for its simulator', () => {
    const dataDir = join(process.execPath, 'data')
    const env = { SOURCE_URL: '', DATABASE_URL: database.url, SECRET_KEY: '0'.repeat(64), DATA_DIR: dataDir }
    expect(check(env)).toEqual({
      status: 1,
      lines: [`The data directory ${dataDir} cannot be used: a file is in the way; choose another DATA_DIR.`],
    })
    expect(check({ ...env, SOURCE_URL: source }).status).toBe(0)
  })

  it('exits with 1 and one sentence for each problem', () => {
    const env = {
      PORT: 'http',
      TRUSTED_PROXY: '10.0.0.1',
      DATABASE_URL: 'postgres://me@127.0.0.1:1/rollcall',
      DATA_DIR: join(process.execPath, 'data'),
    }
    expect(check(env)).toEqual({
      status: 1,
      lines: [
        'PORT must be a port number from 0 to 65535, not "http".',
        'TRUSTED_PROXY is not a variable of RollCall: did you mean TRUSTED_PROXIES?',
        'The database of DATABASE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
        `The data directory ${env.DATA_DIR} cannot be used: a file is in the way; choose another DATA_DIR.`,
      ],
    })
  })
})

describe('--check refuses what a start refuses:', () => {
  const admin = { ADMIN_EMAIL: 'chief@example.org', ADMIN_PASSWORD: 'the chief of all mats' }
  const weak = { ...admin, ADMIN_PASSWORD: 'password1' }
  const easy = 'ADMIN_PASSWORD is easy to guess: choose another.'
  const claim = (purpose: Purpose): Promise<Purpose> =>
    claimDatabase({ databaseUrl: database.url, purpose, demo: demoIdentity })

  it.each<[string, Record<string, string>, Purpose | undefined, string]>([
    ['an administrator’s password that is easy to guess', weak, undefined, easy],
    ['such a password for a demo’s database that is kept', { ...weak, DEMO_DATA: 'keep' }, 'demo', easy],
    [
      'the demo’s password',
      { ...admin, ADMIN_PASSWORD: demoAccounts.administrator.password },
      undefined,
      "ADMIN_PASSWORD is the demo's, which everybody can read: choose another.",
    ],
    [
      'a demo’s database for a real installation',
      admin,
      'demo',
      "The database of DATABASE_URL is a demo's, whose passwords everybody can read: start clean with another DATA_DIR or an empty database, or keep its data without the demo's accounts by DEMO_DATA=keep with ADMIN_EMAIL and ADMIN_PASSWORD.",
    ],
    [
      'a real installation’s database for a demo',
      { SOURCE_URL: '' },
      'real',
      "The database of DATABASE_URL is not a demo's: set SOURCE_URL, or leave DATABASE_URL out for a demo.",
    ],
  ])('%s', async (_, env, purpose, sentence) => {
    if (purpose) await claim(purpose)
    expect(check({ DATABASE_URL: database.url, ...env })).toEqual({ status: 1, lines: [sentence] })
    // The check has not claimed an unused database for a real installation.
    expect(await claim('demo')).toBe(purpose ?? 'demo')
  })

  it('an administrator’s password that is easy to guess, where an embedded database would be created', () => {
    expect(check(weak)).toEqual({ status: 1, lines: [easy] })
  })

  it('a database of a version that is too old', async () => {
    await asOwner((sql) =>
      sql.script(`delete from schema_migrations; insert into schema_migrations values ('026-old.sql')`),
    )
    expect(check({ DATABASE_URL: database.url })).toEqual({
      status: 1,
      lines: [
        expect.stringMatching(
          /that is too old: first start commit [0-9a-f]{40}, which has 027-[a-z-]+\.sql, then this version\.$/,
        ) as string,
      ],
    })
  })

  it('a start without SOURCE_URL where the simulator is not installed', () => {
    const installed = join(folder, 'installed')
    cpSync('src', join(installed, 'src'), { recursive: true })
    copyFileSync('package.json', join(installed, 'package.json'))
    symlinkSync(resolve('node_modules'), join(installed, 'node_modules'))
    expect(check({ SOURCE_URL: '' }, installed)).toEqual({
      status: 1,
      lines: ['SOURCE_URL is not set, and this installation has no simulator for a demo: set SOURCE_URL.'],
    })
  })
})

it('--check accepts a weak ADMIN_PASSWORD if the database has its administrator, and an empty database for any start', async () => {
  const valid = { status: 0, lines: ['The configuration is valid.'] }
  await asOwner((sql) => sql.script('drop schema public cascade; create schema public'))
  expect(check({ DATABASE_URL: database.url })).toEqual(valid)
  expect(check({ DATABASE_URL: database.url, SOURCE_URL: '' })).toEqual(valid)
  await claimDatabase({ databaseUrl: database.url, purpose: 'real', demo: demoIdentity })
  await asOwner(
    (sql) => sql`insert into users (id, username, email, password) values (1, 'me', 'me@example.org', 'none')`,
  )
  const env = { ADMIN_EMAIL: 'me@example.org', ADMIN_PASSWORD: 'password1' }
  expect(check({ DATABASE_URL: database.url, ...env })).toEqual(valid)
})

describe('What RollCall prints', () => {
  it('is JSON lines without a terminal, of which the first has the version, the roles and the port that is set', async () => {
    const port = await freePort()
    const rollCall = await start({ port, env: { LOG_LEVEL: 'debug', TRUSTED_PROXY: '10.0.0.1' } })
    await rollCall.stop()
    const lines = rollCall
      .output()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const version: unknown = expect.stringMatching(/^\d+\.\d+\.\d+/)
    expect(lines[0]).toMatchObject({ level: 30, version, roles: ['web'], host: '127.0.0.1', port })
    expect(lines.map(({ level, msg }) => [level, msg])).toEqual(
      expect.arrayContaining([
        [40, 'TRUSTED_PROXY is not a variable of RollCall: did you mean TRUSTED_PROXIES?'],
        [30, `RollCall is at ${rollCall.url}`],
        [30, 'stopping'],
      ]),
    )
  })

  it('names a port that the start chose only when it is open', async () => {
    const chosen = [
      await start({ env: { PUBLIC_URL: 'http://localhost:1' } }),
      await start({ env: { ROLES: 'ingest', INGEST_PORT: '0' } }),
    ]
    for (const rollCall of chosen) {
      const lines = rollCall
        .output()
        .split('\n')
        .map((line) => JSON.parse(line) as { port?: number })
      const ports = lines.flatMap(({ port }) => (port === undefined ? [] : [port]))
      expect(lines[0]).not.toHaveProperty('port')
      expect(ports).toEqual([expect.any(Number)])
      expect((await fetch(`http://127.0.0.1:${ports[0]}/healthz`)).status).toBe(200)
    }
  })

  it.runIf(spawnSync('script', ['--version']).status === 0)('is text on a terminal', async () => {
    const child = spawn('script', ['-qec', `${process.execPath} src/main/index.ts`, '/dev/null'], {
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        HOST: '127.0.0.1',
        ROLES: 'web',
        LOG_LEVEL: 'warn',
        DATA_DIR: join(folder, 'data'),
        SOURCE_URL: source,
        DATABASE_URL: database.url,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)))
    await expect.poll(() => printed).toMatch(/^RollCall is at http:\/\/localhost:\d+\r?$/m)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(printed).not.toContain('{')
  })
})
