// Backup and restore of the operator's own PostgreSQL (reliability.md R-17), with that server's own client programs.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { normaliseDatabaseUrl } from '#platform/database-url.ts'
import { openStore, type Store } from '#store'
import { backupCommand, folderOfEachTest } from '#support/backup-command.ts'
import { openTestDatabase } from '#support/database.ts'
import { openFixtureEvent } from '#support/fixture-event.ts'
import { followerOf } from '#support/live.ts'
import { findLocalPostgres, type LocalPostgres, startLocalPostgres } from '#support/local-postgres.ts'

const inFolder = folderOfEachTest()

type Env = { DATABASE_URL: string; PG_DUMP?: string; PG_RESTORE?: string }
const command = (order: 'backup' | 'restore', target: string, env: Env) =>
  backupCommand(order, target, { DATA_DIR: inFolder('data'), ...env })

/** Writes a program that runs this shell script; returns its path. */
function writeScript(name: string, text: string): string {
  writeFileSync(inFolder(name), `#!/bin/sh\n${text}\n`)
  chmodSync(inFolder(name), 0o755)
  return inFolder(name)
}

const programs = findLocalPostgres()

describe.runIf(programs)('[R-17] A backup of a database that RollCall shares with other programs', () => {
  let server: LocalPostgres
  let count = 0
  beforeAll(async () => {
    server = await startLocalPostgres(programs ?? '')
    await server.as('postgres', async (sql) => {
      await sql`create role rollcall login`
      await sql`create role monitor`
    })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  /** An empty database that the role rollcall owns, and the environment for it. */
  async function makeDatabase(): Promise<{ name: string; env: Env }> {
    const name = `rollcall_${++count}`
    await server.as('postgres', (sql) => sql`create database ${sql(name)} owner rollcall`)
    return {
      name,
      env: { DATABASE_URL: server.urlOf(name, 'rollcall'), PG_DUMP: join(programs ?? '', 'pg_dump') },
    }
  }

  async function withStore<Result>(
    { DATABASE_URL: url }: Env,
    act: (store: Store) => Promise<Result>,
  ): Promise<Result> {
    const store = await openStore({ databaseUrl: normaliseDatabaseUrl(url) ?? '', clock: systemClock })
    try {
      await store.projection.ready()
      return await act(store)
    } finally {
      await store.close()
    }
  }

  async function extensionsOf(name: string): Promise<string[]> {
    const rows = await server.as(
      name,
      (sql) => sql<{ extension: string }[]>`select extname as extension from pg_extension order by 1`,
    )
    return rows.map(({ extension }) => extension)
  }

  it('is restored by a role without special rights, without the other programs’ extensions, schemas and grants', async () => {
    const [old, fresh] = [await makeDatabase(), await makeDatabase()]
    const before = await withStore(old.env, async (store) => {
      const event = await openFixtureEvent(store, { bjjCompSystemId: '3105', mats: 1 })
      await followerOf(store, event.tournamentId, event.athleteIds.slice(0, 3))
      return { id: event.tournamentId, state: event.held().state }
    })
    await server.as(old.name, async (sql) => {
      await sql`create extension pg_stat_statements`
      await sql`create schema monitoring`
      await sql`create table monitoring.samples (at timestamptz)`
      await sql`grant select on users to monitor`
    })
    expect(command('backup', inFolder('kept'), old.env)).toEqual({
      status: 0,
      output: `DATABASE_URL is backed up in ${inFolder('kept')}\n`,
    })
    expect(command('restore', inFolder('kept'), fresh.env)).toEqual({
      status: 0,
      output: `DATABASE_URL is restored from ${inFolder('kept')}\n`,
    })
    expect(await extensionsOf(fresh.name)).toEqual(['pg_trgm', 'plpgsql'])
    const schemas = await server.as(fresh.name, (sql) => sql`select 1 from pg_namespace where nspname = 'monitoring'`)
    expect(schemas).toEqual([])
    const grants = await server.as(
      fresh.name,
      (sql) => sql`select 1 from information_schema.role_table_grants where grantee = 'monitor'`,
    )
    expect(grants).toEqual([])
    await withStore(fresh.env, async (store) =>
      expect((await store.projection.load(before.id))?.state).toEqual(before.state),
    )
  })

  it('is restored without the other programs’ extensions even if it is an older dump of the whole database', async () => {
    const [old, fresh] = [await makeDatabase(), await makeDatabase()]
    const before = await withStore(old.env, async (store) => {
      const event = await openFixtureEvent(store, { bjjCompSystemId: '3105', mats: 1 })
      return { id: event.tournamentId, state: event.held().state }
    })
    await server.as(old.name, async (sql) => sql`create extension pg_stat_statements`)
    mkdirSync(inFolder('kept'))
    const target = ['--format=custom', '--no-owner', `--file=${join(inFolder('kept'), 'rollcall.dump')}`]
    const { status } = spawnSync(old.env.PG_DUMP ?? '', [
      ...target,
      `--host=${server.socket}`,
      '--username=postgres',
      old.name,
    ])
    expect(status).toBe(0)
    expect(command('restore', inFolder('kept'), fresh.env).output).toContain('is restored from')
    expect(await extensionsOf(fresh.name)).toEqual(['pg_trgm', 'plpgsql'])
    await withStore(fresh.env, async (store) =>
      expect((await store.projection.load(before.id))?.state).toEqual(before.state),
    )
  })

  it('is not restored into a database that RollCall uses, and not made of a database without RollCall', async () => {
    const [used, empty] = [await makeDatabase(), await makeDatabase()]
    await withStore(used.env, async () => undefined)
    expect(command('backup', inFolder('kept'), used.env).status).toBe(0)
    expect(command('restore', inFolder('kept'), used.env)).toEqual({
      status: 1,
      output: 'The database of DATABASE_URL is in use by a RollCall: name an empty one.\n',
    })
    expect(command('backup', inFolder('other'), empty.env)).toEqual({
      status: 1,
      output: 'There is no RollCall in the database of DATABASE_URL.\n',
    })
    expect(existsSync(inFolder('other'))).toBe(false)
  })

  it('is accepted only if pg_restore can list it and read it to its end', async () => {
    const { env } = await makeDatabase()
    await withStore(env, async () => undefined)
    const real = env.PG_DUMP ?? ''
    for (const damage of ['head -c 20000 "$out" > "$out.cut" && mv "$out.cut" "$out"', ': > "$out"']) {
      const findOut = 'for each; do case "$each" in --file=*) out="${each#--file=}";; esac; done'
      const dump = writeScript('pg_dump', `${findOut}\n"${real}" "$@" || exit\n${damage}`)
      const PG_RESTORE = join(programs ?? '', 'pg_restore')
      const { status, output } = command('backup', inFolder('a/kept'), { ...env, PG_DUMP: dump, PG_RESTORE })
      expect([status, output]).toEqual([1, expect.stringContaining('pg_restore failed; see its messages above')])
      expect(readdirSync(inFolder())).toEqual(['pg_dump'])
    }
    expect(command('backup', inFolder('kept'), env).status).toBe(0)
    const dump = join(inFolder('kept'), 'rollcall.dump')
    truncateSync(dump, readFileSync(dump).length - 100)
    expect(command('restore', inFolder('kept'), (await makeDatabase()).env).status).toBe(1)
  })
})

describe('[R-17] A backup that cannot be made', () => {
  it.each([
    [
      'fails',
      'echo "no room" >&2; exit 1',
      /no room\n\S*pg_dump failed; see its messages above\. PG_DUMP can name another program\.\n$/,
    ],
    ['is missing', undefined, /cannot be started: install PostgreSQL's client programs, or name it in PG_DUMP\.\n$/],
  ])('leaves no folder behind when pg_dump %s', async (_, text, sentence) => {
    await using database = await openTestDatabase()
    const dump =
      text === undefined ? inFolder('nowhere') : writeScript('pg_dump', `echo x > "${inFolder('x')}"; ${text}`)
    const leftBehind = () => readdirSync(inFolder()).filter((name) => name !== 'x' && name !== 'pg_dump')
    const { status, output } = command('backup', inFolder('a/b/kept'), { DATABASE_URL: database.url, PG_DUMP: dump })
    expect([status, output]).toEqual([1, expect.stringMatching(sentence)])
    expect(leftBehind()).toEqual([])
  })

  it('leaves no folder behind when it is interrupted', async () => {
    await using database = await openTestDatabase()
    const dump = writeScript('pg_dump', `echo started > "${inFolder('started')}"; exec sleep 60`)
    const child = spawn(process.execPath, ['src/main/backup.ts', 'backup', inFolder('kept')], {
      env: { PATH: process.env['PATH'], DATA_DIR: inFolder('data'), DATABASE_URL: database.url, PG_DUMP: dump },
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await expect.poll(() => existsSync(inFolder('started'))).toBe(true)
    expect(existsSync(inFolder('kept.new'))).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toEqual([1, null])
    expect(readdirSync(inFolder()).toSorted()).toEqual(['pg_dump', 'started'])
  })

  it('is refused if there is already a folder with the temporary name of the backup', async () => {
    await using database = await openTestDatabase()
    mkdirSync(inFolder('kept.new'))
    writeFileSync(join(inFolder('kept.new'), 'mine'), '')
    expect(command('backup', inFolder('kept'), { DATABASE_URL: database.url })).toEqual({
      status: 1,
      output: `${inFolder('kept.new')} is in the way, perhaps left by a backup that was killed: remove it, or name another folder.\n`,
    })
    expect(readdirSync(inFolder('kept.new'))).toEqual(['mine'])
  })

  it('is refused in one sentence if its folder cannot be created', async () => {
    await using database = await openTestDatabase()
    mkdirSync(inFolder('data'))
    writeFileSync(inFolder('file'), '')
    const { status, output } = command('backup', inFolder('file/kept'), { DATABASE_URL: database.url })
    expect([status, output.split('\n')]).toEqual([1, [expect.stringContaining('cannot be written'), '']])
  })
})

it('[R-17] A restore distinguishes a folder without a backup from one that cannot be read', async () => {
  await using database = await openTestDatabase()
  mkdirSync(inFolder('empty'))
  // Even root cannot follow a symbolic link to itself.
  symlinkSync(inFolder('loop'), inFolder('loop'))
  for (const env of [{}, { DATABASE_URL: database.url }]) {
    const restore = (folder: string) =>
      backupCommand('restore', inFolder(folder), { DATA_DIR: inFolder('data'), ...env })
    expect(restore('empty')).toEqual({ status: 1, output: expect.stringMatching(/^There is no .+ in \S+\.\n$/) })
    expect(restore('loop')).toEqual({
      status: 1,
      output: expect.stringMatching(/^The backup cannot be read: ELOOP.+\.\n$/),
    })
  }
})
