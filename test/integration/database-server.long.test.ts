// The embedded PostgreSQL, run as the user of the tests. Several tests kill a process.
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

/** Runs one statement on a separate connection. */
async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const sql = connect(url)
  try {
    return await sql.script(statement)
  } finally {
    await sql.end()
  }
}

/** Starts another process that holds the database of `dataDir`; resolves with the first line it prints. */
async function holdElsewhere(env: Record<string, string> = {}): Promise<{ child: ChildProcess; line: string }> {
  const script = join(import.meta.dirname, '../support/hold-database.ts')
  const child = spawn(process.execPath, [script, dataDir], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) return { child, line }
  throw new Error('The process printed no line.')
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** The server's process id, from its own lock file. */
function serverPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
}

async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => findCommand(pid), { timeout: 20_000, interval: 20 }).toBeUndefined()
}

const writeNote = `create table notes as select 'stored' as note`
const stored = [{ note: 'stored' }]

/** The notes after a new start. */
async function notesAfterStart(): Promise<unknown> {
  await using server = await startDatabaseServer({ dataDir })
  return await query(server.url, 'select note from notes')
}

it('The embedded database keeps its data from one start to the next', async () => {
  const first = await startDatabaseServer({ dataDir })
  await query(first.url, writeNote)
  await first.stop()
  expect(await notesAfterStart()).toEqual(stored)
})

it('The embedded database has trigrams for the name search, and knows the letter case of accented letters', async () => {
  await using server = await startDatabaseServer({ dataDir })
  await query(server.url, 'create extension pg_trgm')
  const [row] = await query(server.url, `select lower('ÉÃÇ') as lower, similarity('Łukasz', 'łukasz') as same`)
  expect(row).toEqual({ lower: 'éãç', same: 1 })
})

it('The embedded database refuses a connection without the password', async () => {
  await using server = await startDatabaseServer({ dataDir })
  const url = new URL(server.url)
  url.password = 'guess'
  await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed')
})

it('A second RollCall refuses a data directory in use, and does not disturb the first', async () => {
  const { line } = await holdElsewhere()
  await expect(startDatabaseServer({ dataDir })).rejects.toThrow(
    /^RollCall \(process \d+\) already runs on the data directory .*: stop it or choose another DATA_DIR\.$/,
  )
  expect(await query(line, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('Only one of four concurrent starts gets the data directory', async () => {
  const starts = await Promise.all([holdElsewhere(), holdElsewhere(), holdElsewhere(), holdElsewhere()])
  expect(starts.filter(({ line }) => line.startsWith('postgres://'))).toHaveLength(1)
  expect(starts.filter(({ line }) => line.includes('already runs on'))).toHaveLength(3)
})

it('The server ends when the process that started it is killed, and starts again with its data', async () => {
  const { child, line } = await holdElsewhere()
  await query(line, writeNote)
  const pid = serverPid()
  await killHard(child)
  await untilGone(pid)
  expect(await notesAfterStart()).toEqual(stored)
})

it('A new process starts with the data while the server of the killed one is still stopping', async () => {
  const { child, line } = await holdElsewhere()
  await query(line, writeNote)
  await killHard(child)
  expect(await notesAfterStart()).toEqual(stored)
})

it('A start ends a server that was left running', async () => {
  const { child, line } = await holdElsewhere()
  await query(line, writeNote)
  const pid = serverPid()
  process.kill(pid, 'SIGSTOP') // A suspended server cannot handle the signal that it gets when its parent process ends.
  await killHard(child)
  process.kill(pid, 'SIGCONT')
  expect(await notesAfterStart()).toEqual(stored)
  await untilGone(pid)
})

it('A start after all processes were killed has the committed data', async () => {
  const { child, line } = await holdElsewhere()
  await query(line, writeNote)
  const pid = serverPid()
  process.kill(pid, 'SIGKILL')
  await killHard(child)
  expect(await notesAfterStart()).toEqual(stored)
})

it('A start ignores lock files with the id of an unrelated process', async () => {
  const first = await startDatabaseServer({ dataDir })
  await query(first.url, writeNote)
  const lock = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')
  await first.stop()
  const stranger = spawn('sleep', ['600'])
  children.push(stranger)
  writeFileSync(join(dataDir, 'postgres/data/postmaster.pid'), lock.replace(/^\d+/, String(stranger.pid)))
  writeFileSync(join(dataDir, 'rollcall.lock'), JSON.stringify({ pid: stranger.pid, started: 'long ago' }))
  expect(await notesAfterStart()).toEqual(stored)
  expect(stranger.exitCode).toBeNull()
})

it('A start succeeds after an interrupted first start', async () => {
  mkdirSync(join(dataDir, 'postgres/data.new/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres/data.new/PG_VERSION'), '18\n')
  writeFileSync(join(dataDir, 'rollcall.lock'), '')
  await using server = await startDatabaseServer({ dataDir })
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('onLost is called when the server ends by itself', async () => {
  const lost = Promise.withResolvers<string>()
  const server = await startDatabaseServer({ dataDir, onLost: lost.resolve })
  process.kill(serverPid(), 'SIGKILL')
  expect(await lost.promise).toBe('PostgreSQL ended by itself (SIGKILL).')
  await server.stop()
})

it('A start in an unusable directory fails with one sentence', async () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  await expect(startDatabaseServer({ dataDir: join(file, 'data') })).rejects.toThrow(
    new StartError(`The data directory ${file}/data cannot be used: a file is in the way; choose another DATA_DIR.`),
  )
})

it('A start fails when the linked database directory no longer exists', async () => {
  symlinkSync('/nonexistent/postgres', join(dataDir, 'postgres'))
  await expect(startDatabaseServer({ dataDir })).rejects.toThrow(
    new StartError(
      `The database was kept in /nonexistent/postgres, which no longer exists: remove ${dataDir}/postgres to start with an empty database.`,
    ),
  )
})

it('The embedded database starts without user namespaces in a directory that only its user may enter', async () => {
  const shim = join(dataDir, 'shim')
  mkdirSync(shim)
  writeFileSync(join(shim, 'unshare'), '#!/bin/sh\nexit 1\n')
  chmodSync(join(shim, 'unshare'), 0o755)
  const env = { PATH: `${shim}:${process.env.PATH}` }
  const first = await holdElsewhere(env)
  await query(first.line, writeNote)
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  const second = await holdElsewhere(env)
  expect(await query(second.line, 'select note from notes')).toEqual(stored)
  second.child.kill('SIGTERM')
  await once(second.child, 'exit')

  const place = dirname(realpathSync(join(dataDir, 'postgres')))
  if (place !== dataDir) rmSync(place, { recursive: true })
  expect(existsSync(join(dataDir, 'rollcall.lock'))).toBe(false)
})
