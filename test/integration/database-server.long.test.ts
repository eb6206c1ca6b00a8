// The embedded PostgreSQL, as whatever user runs the tests; most cases end a process in the rudest way.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startDatabaseServer } from '#platform/database-server.ts'
import { findCommand } from '#platform/process-identity.ts'
import { StartError } from '#platform/start-error.ts'
import { connect } from '#support/sql.ts'

let dataDir = ''
const children: ChildProcess[] = []

beforeEach(() => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'rollcall-test-')))
})

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs one statement on a connection of its own. */
async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const sql = connect(url)
  try {
    return await sql.script(statement)
  } finally {
    await sql.end()
  }
}

/** Starts another process that holds the database of `dataDir`; resolves with the first line it prints. */
async function holdElsewhere(env: Record<string, string> = {}): Promise<{ child: ChildProcess; said: string }> {
  const script = join(import.meta.dirname, '../support/hold-database.ts')
  const child = spawn(process.execPath, [script, dataDir], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const said of createInterface({ input: child.stdout })) return { child, said }
  throw new Error('It said nothing.')
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The server's process number, from its own lock file. */
function serverPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
}

async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => findCommand(pid), { timeout: 20_000, interval: 20 }).toBeUndefined()
}

const keep = `create table notes as select 'kept' as note`
const kept = [{ note: 'kept' }]

/** What `keep` left behind, read after a new start. */
async function notesAfterStart(): Promise<unknown> {
  await using server = await startDatabaseServer({ dataDir })
  return await query(server.url, 'select note from notes')
}

it('keeps what was written from one start to the next', async () => {
  const first = await startDatabaseServer({ dataDir })
  await query(first.url, keep)
  await first.stop()
  expect(await notesAfterStart()).toEqual(kept)
})

it('brings what searching names needs: trigrams of accented letters, and folding', async () => {
  await using server = await startDatabaseServer({ dataDir })
  await query(server.url, 'create extension pg_trgm')
  await query(server.url, 'create extension unaccent')
  const [row] = await query(
    server.url,
    `select unaccent('João Conceição') as folded, lower('ÉÃÇ') as lower, similarity('Łukasz', 'łukasz') as same`,
  )
  expect(row).toEqual({ folded: 'Joao Conceicao', lower: 'éãç', same: 1 })
})

it('lets nobody in without the password', async () => {
  await using server = await startDatabaseServer({ dataDir })
  const url = new URL(server.url)
  url.password = 'guess'
  await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed')
})

it('refuses a data directory that another RollCall holds, and leaves that one alone', async () => {
  const { said } = await holdElsewhere()
  await expect(startDatabaseServer({ dataDir })).rejects.toThrow(
    /^RollCall \(process \d+\) already runs on the data directory .*: stop it or choose another DATA_DIR\.$/,
  )
  expect(await query(said, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('lets only one of several that start at once have the directory', async () => {
  const all = await Promise.all([holdElsewhere(), holdElsewhere(), holdElsewhere(), holdElsewhere()])
  expect(all.filter(({ said }) => said.startsWith('postgres://'))).toHaveLength(1)
  expect(all.filter(({ said }) => said.includes('already runs on'))).toHaveLength(3)
})

it('ends the server when its process is killed, and starts again with everything', async () => {
  const { child, said } = await holdElsewhere()
  await query(said, keep)
  const pid = serverPid()
  await killHard(child)
  await untilGone(pid)
  expect(await notesAfterStart()).toEqual(kept)
})

it('starts again at once after its process was killed, while the old server may still be stopping', async () => {
  const { child, said } = await holdElsewhere()
  await query(said, keep)
  await killHard(child)
  expect(await notesAfterStart()).toEqual(kept)
})

it('ends a server that was left running', async () => {
  const { child, said } = await holdElsewhere()
  await query(said, keep)
  const pid = serverPid()
  process.kill(pid, 'SIGSTOP') // it cannot follow the signal that it gets when its process is gone
  await killHard(child)
  process.kill(pid, 'SIGCONT')
  expect(await notesAfterStart()).toEqual(kept)
  await untilGone(pid)
})

it('starts after everything was killed at once, with committed data', async () => {
  const { child, said } = await holdElsewhere()
  await query(said, keep)
  const pid = serverPid()
  process.kill(pid, 'SIGKILL')
  await killHard(child)
  expect(await notesAfterStart()).toEqual(kept)
})

it('is not held up by lock files that name a process which has nothing to do with it', async () => {
  const first = await startDatabaseServer({ dataDir })
  await query(first.url, keep)
  const lock = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  await first.stop()
  const stranger = spawn('sleep', ['600'])
  children.push(stranger)
  writeFileSync(join(dataDir, 'postgres/data/postmaster.pid'), lock.replace(/^\d+/, String(stranger.pid)))
  writeFileSync(join(dataDir, 'rollcall.lock'), JSON.stringify({ pid: stranger.pid, started: 'long ago' }))
  expect(await notesAfterStart()).toEqual(kept)
  expect(stranger.exitCode).toBeNull()
})

it('is not held up by a first start that was interrupted', async () => {
  mkdirSync(join(dataDir, 'postgres/data.new/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/data.new/PG_VERSION'), '18\n')
  writeFileSync(join(dataDir, 'rollcall.lock'), '')
  await using server = await startDatabaseServer({ dataDir })
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('tells when the server ends by itself', async () => {
  const lost = Promise.withResolvers<string>()
  const server = await startDatabaseServer({ dataDir, onLost: lost.resolve })
  process.kill(serverPid(), 'SIGKILL')
  expect(await lost.promise).toBe('PostgreSQL ended by itself (SIGKILL).')
  await server.stop()
})

it('says in one sentence that a directory cannot be used', async () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  await expect(startDatabaseServer({ dataDir: join(file, 'data') })).rejects.toThrow(
    new StartError(`The data directory ${file}/data cannot be used: a file is in the way; choose another DATA_DIR.`),
  )
})

it('does not begin anew where the database was kept elsewhere and is gone', async () => {
  symlinkSync('/nonexistent/postgres', join(dataDir, 'postgres'))
  await expect(startDatabaseServer({ dataDir })).rejects.toThrow(
    new StartError(
      `The database was kept in /nonexistent/postgres, which is gone: remove ${dataDir}/postgres to begin anew.`,
    ),
  )
})

it('finds a way where there are no user namespaces and only its own user may enter the directory', async () => {
  const shim = join(dataDir, 'shim')
  mkdirSync(shim)
  writeFileSync(join(shim, 'unshare'), '#!/bin/sh\nexit 1\n')
  chmodSync(join(shim, 'unshare'), 0o755)
  const env = { PATH: `${shim}:${process.env.PATH}` }
  const first = await holdElsewhere(env)
  await query(first.said, keep)
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  const second = await holdElsewhere(env)
  expect(await query(second.said, 'select note from notes')).toEqual(kept)
  second.child.kill('SIGTERM')
  await once(second.child, 'exit')

  const place = dirname(realpathSync(join(dataDir, 'postgres')))
  if (place !== dataDir) rmSync(place, { recursive: true })
  expect(existsSync(join(dataDir, 'rollcall.lock'))).toBe(false)
})
