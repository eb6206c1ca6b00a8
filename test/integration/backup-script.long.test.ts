// The operator's backup script (deploy/backup.sh), with the client programs of a PostgreSQL on this machine.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { normaliseDatabaseUrl } from '#platform/database-url.ts'
import { openStore } from '#store'
import { folderOfEachTest } from '#support/backup-command.ts'
import { findLocalPostgres, type LocalPostgres, startLocalPostgres } from '#support/local-postgres.ts'

const inFolder = folderOfEachTest()
const programs = findLocalPostgres()
const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).toSorted() : [])
/** The names of complete backups. */
const backups = (): string[] => namesIn(inFolder('backups')).filter((name) => /^2.*Z$/.test(name))

/** Writes a program that runs this shell script; returns its path. */
function writeProgram(name: string, text: string): string {
  mkdirSync(inFolder('bin'), { recursive: true })
  writeFileSync(inFolder(`bin/${name}`), `#!/bin/sh\n${text}\n`)
  chmodSync(inFolder(`bin/${name}`), 0o755)
  return inFolder(`bin/${name}`)
}

describe.runIf(programs && process.platform === 'linux')('[R-17] deploy/backup.sh', () => {
  let server: LocalPostgres
  let count = 0
  const running: ChildProcess[] = []
  beforeAll(async () => {
    server = await startLocalPostgres(programs ?? '')
  })
  afterAll(() => server[Symbol.asyncDispose]())
  afterEach(async () => {
    for (const child of running.splice(0)) if (child.exitCode === null && child.signalCode === null) await end(child)
  })

  async function end(child: ChildProcess): Promise<number | null> {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    return (await ended)[0] as number | null
  }

  /** Creates an empty database; returns its address. */
  async function createEmptyDatabase(): Promise<string> {
    const name = `rollcall_${++count}`
    await server.as('postgres', (sql) => sql`create database ${sql(name)}`)
    return server.urlOf(name)
  }
  async function migrate(url: string): Promise<void> {
    await (await openStore({ databaseUrl: normaliseDatabaseUrl(url) ?? '', clock: systemClock })).close()
  }

  function start(order: 'once' | 'daily', databaseUrl: string, env: Record<string, string> = {}) {
    const child = spawn('sh', ['deploy/backup.sh', order], {
      env: {
        PATH: `${inFolder('bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
        DATA_DIR: inFolder('data'),
        BACKUP_DIR: inFolder('backups'),
        DATABASE_URL: databaseUrl,
        PG_DUMP: join(programs ?? '', 'pg_dump'),
        ...env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    running.push(child)
    let errors = ''
    child.stderr.on('data', (chunk: Buffer) => (errors += String(chunk)))
    return { child, errors: () => errors }
  }
  const exitOf = async ({ child }: { child: ChildProcess }): Promise<unknown> => (await once(child, 'exit'))[0]

  it('tries again after a minute until the database has been set up by RollCall’s first start', async () => {
    writeProgram('sleep', `echo "$1" >> "${inFolder('pauses')}"; exec /bin/sleep 0.1`)
    const url = await createEmptyDatabase()
    const script = start('daily', url)
    await expect.poll(script.errors).toContain('The backup failed; it is tried again in a minute.')
    await migrate(url)
    await expect.poll(backups).toHaveLength(1)
    expect(new Set(readFileSync(inFolder('pauses'), 'utf8').trim().split('\n'))).toEqual(new Set(['60']))
  })

  it('uses the programs on the path if PG_DUMP names none', async () => {
    for (const name of ['pg_dump', 'pg_restore'])
      writeProgram(name, `echo > "${inFolder(`used-${name}`)}"; exec "${join(programs ?? '', name)}" "$@"`)
    const url = await createEmptyDatabase()
    await migrate(url)
    expect(await exitOf(start('once', url, { PG_DUMP: '' }))).toBe(0)
    expect(['pg_dump', 'pg_restore'].filter((name) => !existsSync(inFolder(`used-${name}`)))).toEqual([])
  })

  it('makes no further daily backup when it is started again within a day', async () => {
    writeProgram('sleep', `echo "$1" >> "${inFolder('pauses')}"; exec /bin/sleep 0.1`)
    const url = await createEmptyDatabase()
    await migrate(url)
    expect(await exitOf(start('once', url))).toBe(0)
    start('daily', url)
    await expect
      .poll(() => existsSync(inFolder('pauses')) && readFileSync(inFolder('pauses'), 'utf8'))
      .toMatch(/60\n60/)
    expect(backups()).toHaveLength(1)
  })

  it('keeps the last backups, deletes what a killed one left, and leaves other files', async () => {
    const url = await createEmptyDatabase()
    await migrate(url)
    const old = ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z', '2026-01-03T00-00-00Z.new', 'mine.new']
    for (const name of old) mkdirSync(join(inFolder('backups'), name), { recursive: true })
    expect(await exitOf(start('once', url, { BACKUP_KEEP: '2' }))).toBe(0)
    expect(backups()).toEqual(['2026-01-02T00-00-00Z', expect.not.stringContaining('2026-01')])
    expect(namesIn(inFolder('backups')).filter((name) => name.endsWith('.new'))).toEqual(['mine.new'])
  })

  it('deletes no backup when the new one fails', async () => {
    const url = await createEmptyDatabase()
    for (const day of ['01', '02']) mkdirSync(inFolder(`backups/2026-01-${day}T00-00-00Z`), { recursive: true })
    const script = start('once', url, { BACKUP_KEEP: '1' })
    expect(await exitOf(script)).toBe(1)
    expect(script.errors()).toContain('There is no RollCall in the database of DATABASE_URL.')
    expect(backups()).toHaveLength(2)
  })

  it('ends at once when it is stopped, and leaves nothing of the backup that it interrupts', async () => {
    const url = await createEmptyDatabase()
    await migrate(url)
    const hanging = writeProgram('pg_dump', `echo > "${inFolder('started')}"; exec sleep 600`)
    for (const order of ['once', 'daily'] as const) {
      const { child } = start(order, url, { PG_DUMP: hanging })
      await expect.poll(() => existsSync(inFolder('started'))).toBe(true)
      expect(namesIn(inFolder('backups'))).toEqual(['.lock', expect.stringMatching(/Z\.new$/)])
      expect(await end(child)).toBe(143)
      expect(namesIn(inFolder('backups'))).toEqual(['.lock'])
      rmSync(inFolder('started'))
    }
  })

  it('waits for another backup instead of deleting its files', async () => {
    const url = await createEmptyDatabase()
    await migrate(url)
    const real = join(programs ?? '', 'pg_dump')
    const slow = writeProgram(
      'pg_dump',
      `echo > "${inFolder('started')}"; until [ -e "${inFolder('go')}" ]; do sleep 0.05; done; exec "${real}" "$@"`,
    )
    writeProgram('flock', `echo >> "${inFolder('locking')}"; exec /usr/bin/flock "$@"`)
    const first = start('once', url, { PG_DUMP: slow, PG_RESTORE: join(programs ?? '', 'pg_restore') })
    await expect.poll(() => existsSync(inFolder('started'))).toBe(true)
    const second = start('once', url)
    const ends = [exitOf(first), exitOf(second)]
    await expect.poll(() => readFileSync(inFolder('locking'), 'utf8')).toBe('\n\n')
    // A backup is named by the second at which it begins.
    const [, begun = ''] = namesIn(inFolder('backups'))
    await expect.poll(() => new Date().toISOString().slice(0, 19).replaceAll(':', '-')).not.toBe(begun.slice(0, 19))
    writeFileSync(inFolder('go'), '')
    expect(await Promise.all(ends)).toEqual([0, 0])
    expect(backups()).toHaveLength(2)
  })
})
