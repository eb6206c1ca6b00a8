// node tools/disk-full.ts: RollCall on a disk that becomes full (reliability.md R-13). Needs root to mount a small disk. Part of
// npm run soak. Prints the answers, and exits with 1 when one was wrong.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startDay } from '#support/day.ts'
import { type RollCall, startRollCall } from '#support/rollcall.ts'

/** In MB: space for the database, its write-ahead log, and some more. */
const size = 320
/** Each write is a sign-up, of which one address may make 1,000 in an hour. */
const mostWrites = 900
/** In ms. */
const timeout = 30_000

const disk = mkdtempSync(join(tmpdir(), 'rollcall-small-disk-'))
const failures: string[] = []
requireDone('mount', '-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', disk)
try {
  await using closing = new AsyncDisposableStack()
  const day = closing.adopt(await startDay(), (opened) => opened.close())
  const rollCall = closing.adopt(await startRollCall({ sourceUrl: day.url, dataDir: join(disk, 'data') }), (opened) =>
    opened.stop(),
  )
  await testWrites(rollCall)
} finally {
  requireDone('umount', '-l', disk)
  rmSync(disk, { recursive: true, force: true })
}
console.log(failures.length === 0 ? 'R-13 holds' : failures.join('\n'))
process.exitCode = failures.length === 0 ? 0 : 1

async function testWrites({ url, output }: RollCall): Promise<void> {
  let cookie = ''
  const call = async (method: string, path: string, body?: object): Promise<{ status: number; text: string }> => {
    const answer = await fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    return { status: answer.status, text: await answer.text() }
  }
  const until = async (name: string, holds: () => Promise<boolean>): Promise<void> => {
    const startedAt = performance.now()
    while (!(await holds().catch(() => false))) {
      if (performance.now() - startedAt > timeout)
        return void failures.push(`${name}: not done within ${timeout / 1000} s`)
      await pause(250)
    }
    console.log(`${name}: after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }

  const account = (name: string) => ({ username: name, email: `${name}@example.org`, password: 'mat seven at noon' })
  const signUp = async (name: string): Promise<number> => {
    // Without a new cookie jar, the previous user's session would end.
    cookie = ''
    return (await call('POST', '/api/register', account(name))).status
  }
  const logIn = async (name: string): Promise<number> => {
    const { email: username, password } = account(name)
    return (await call('POST', '/api/login', { username, password, rememberMe: false })).status
  }
  await signUp('ana')
  await until('the tournament is listed', async () =>
    (await call('GET', '/api/tournaments/bjj-comp-system')).text.includes('3105'),
  )
  await call('POST', '/api/tournaments/add', { tournaments: [{ value: '3105' }] })

  const reader = cookie
  const filler = join(disk, 'filler')
  const statuses = new Map<number, number>()
  const acknowledged: string[] = []
  for (let writes = 0; writes < mostWrites && (statuses.get(503) ?? 0) < 20; writes++) {
    // Also fills the space that the last requests have freed.
    if (writes % 20 === 0) fill(`${filler}-${writes}`)
    const status = await signUp(`user${writes}`)
    if (status < 300) acknowledged.push(`user${writes}`)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  console.log(
    `writes while the disk was full: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`,
  )
  if ((statuses.get(503) ?? 0) === 0) failures.push('the disk never became full')
  for (const status of statuses.keys())
    if (status !== 200 && status !== 201 && status !== 503) failures.push(`a write was answered with ${status}`)
  await until('reads are served while the disk is full', async () => {
    cookie = reader
    const reads = ['/api/user', '/api/tournaments', '/api/matches/upcoming', '/healthz']
    const answers = await Promise.all(reads.map(async (path) => (await call('GET', path)).status))
    return answers.every((status) => status === 200)
  })
  requireDone('/bin/sh', '-c', `rm -f ${filler}*`)
  await until('writes are accepted again when there is space', async () => (await signUp('last')) < 300)
  const last = acknowledged.at(-1)
  if (last === undefined || (await logIn(last)) >= 300) failures.push(`the acknowledged account ${last} is lost`)
  if (/PANIC/.test(output())) console.log('(the database recovered from its write-ahead log)')
}

/** Fills the disk. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (let piece = 1_048_576; piece >= 512; piece /= 2)
      try {
        for (;;) writeSync(file, Buffer.alloc(piece))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
  } finally {
    closeSync(file)
  }
}

function requireDone(command: string, ...args: string[]): void {
  if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0)
    throw new Error(`${command} ${args.join(' ')} failed`)
}
