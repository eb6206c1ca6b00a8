// Another server takes over while people use RollCall: PostgreSQL's primary is killed under load and its standby is promoted, or
// the primary becomes read-only and keeps its sessions. Two processes read a simulated tournament.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomFrom } from '../../simulator/tournament/random.ts'
import { backupCommand, folderOfEachTest } from '#support/backup-command.ts'
import { type Day, startDay } from '#support/day.ts'
import { openTcpProxy, type TcpProxy } from '#support/faults/tcp-proxy.ts'
import { openWriter } from '#support/faults/writer.ts'
import { LiveClient } from '#support/live.ts'
import { findLocalPostgres, type ReplicatedPostgres, startReplicatedPostgres } from '#support/local-postgres.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { connect, type Sql } from '#support/sql.ts'
import { Visitor } from '#support/visitor.ts'

const inFolder = folderOfEachTest()
const programs = findLocalPostgres()
const poll = { timeout: 60_000, interval: 100 }
/** The bound of R-22, ms. */
const backWithin = { timeout: 3_000, interval: 50 }

/** The answers of all visitors, as 'status method path'. */
let answers: Set<string>
/** The number of their writes that were acknowledged. */
let written = 0
/** A visitor whose requests go to one process. */
class Witness extends Visitor {
  override async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await super.fetch(path, init)
    answers.add(`${response.status} ${init.method ?? 'GET'} ${path}`)
    if (response.ok && init.method !== 'GET') written++
    return response
  }
}

type Parts = { processes: RollCall[]; sockets: LiveClient[]; day: Day; witness: Witness; athleteIds: number[] }

describe.runIf(programs)('[R-22] When the standby of PostgreSQL takes over', () => {
  let postgres: ReplicatedPostgres
  let proxy: TcpProxy
  let stack: AsyncDisposableStack

  beforeEach(async () => {
    answers = new Set()
    stack = new AsyncDisposableStack()
    postgres = stack.use(await startReplicatedPostgres(programs ?? ''))
    proxy = stack.adopt(await openTcpProxy(postgres.primaryPort), (each) => each.close())
    await atPrimary('postgres', (sql) => sql`create database rollcall`)
  }, 120_000)
  afterEach(() => stack.disposeAsync(), 120_000)

  /** Starts the processes on an address of the database, and opens a socket to each for a user who follows athletes. */
  async function open(databaseUrl: string): Promise<Parts> {
    const day = stack.adopt(await startDay({ openFor: 10, athletes: [8, 8, 8, 8, 8, 8] }), (each) => each.close())
    const start = async (): Promise<RollCall> => {
      const rollCall = await startRollCall({ sourceUrl: day.url, databaseUrl, env: { LOG_LEVEL: 'error' } })
      stack.defer(async () => {
        await rollCall.kill()
        await removeData(rollCall.dataDir)
      })
      return rollCall
    }
    // One after the other, because the first creates the tables.
    const processes = [await start(), await start()]
    const witness = await new Witness(processes[0]?.url ?? '').signUp()
    await expect.poll(async () => (await witness.request('availableTournaments')).status, poll).toBe(200)
    const body = { tournaments: [{ value: String(day.id) }] }
    const added = await witness.call('addTournaments', { body })
    const tournamentId = added.tournaments[0]?.id ?? 0
    const importState = async () => (await witness.call('tournament', { id: tournamentId })).tournament.import.state
    await expect.poll(importState, poll).toBe('done')
    const athletes = await atPrimary(
      'rollcall',
      (sql) => sql<{ id: number }[]>`select id from athletes order by id limit 24`,
    )
    const athleteIds = athletes.map(({ id }) => id)
    await witness.call('follow', { id: athleteIds[0] ?? 0 })
    const sockets = await Promise.all(
      processes.map(({ url }) => LiveClient.open(url.replace('http', 'ws'), { cookie: witness.cookie ?? '' })),
    )
    stack.defer(() => {
      for (const socket of sockets) socket.terminate()
    })
    for (const socket of sockets) await socket.subscribe()
    return { processes, sockets, day, witness, athleteIds }
  }

  async function atPrimary<Result>(database: string, act: (sql: Sql) => Promise<Result>): Promise<Result> {
    const sql = connect(`postgres://postgres@127.0.0.1:${postgres.primaryPort}/${database}`)
    try {
      return await act(sql)
    } finally {
      await sql.end()
    }
  }

  const readiness = ({ processes }: Parts): Promise<number[]> =>
    Promise.all(processes.map(async ({ url }) => (await fetch(`${url}/readyz/database`)).status))

  const serverOf = (port: number): string => `127.0.0.1:${port}`
  const takeOvers = [
    {
      what: 'all hosts are in DATABASE_URL and the primary is killed',
      url: () =>
        `postgres://postgres@${serverOf(postgres.primaryPort)},${serverOf(postgres.standbyPort)}/rollcall?target_session_attrs=read-write`,
      lose: () => postgres.killPrimary(),
      arrive: () => {},
    },
    {
      what: 'the address leads to the standby before it is promoted, and the primary is killed',
      url: () => `postgres://postgres@${serverOf(proxy.port)}/rollcall`,
      lose: () => {
        proxy.setTarget(postgres.standbyPort)
        return postgres.killPrimary()
      },
      arrive: () => {},
    },
    {
      what: 'the address leads to the new primary, and the old one becomes read-only and keeps its sessions',
      url: () => `postgres://postgres@${serverOf(proxy.port)}/rollcall`,
      lose: () => postgres.makePrimaryReadOnly(),
      arrive: () => proxy.setTarget(postgres.standbyPort),
    },
  ]

  it('a check, a start and a backup use the primary, also if the standby is named first', async () => {
    const DATABASE_URL = `postgres://postgres@${serverOf(postgres.standbyPort)},${serverOf(postgres.primaryPort)}/rollcall`
    const env = {
      PATH: process.env['PATH'],
      DATA_DIR: inFolder('data'),
      SOURCE_URL: 'http://127.0.0.1:9',
      DATABASE_URL,
    }
    const checked = spawnSync(process.execPath, ['src/main/index.ts', '--check'], { env, encoding: 'utf8' })
    expect(checked.stdout + checked.stderr).toBe('The configuration is valid.\n')
    const rollCall = await startRollCall({
      sourceUrl: env.SOURCE_URL,
      dataDir: env.DATA_DIR,
      databaseUrl: DATABASE_URL,
    })
    await new Visitor(rollCall.url).signUp()
    await rollCall.stop()
    const PG_DUMP = join(programs ?? '', 'pg_dump')
    expect(backupCommand('backup', inFolder('kept'), { DATA_DIR: inFolder('data'), DATABASE_URL, PG_DUMP })).toEqual({
      status: 0,
      output: `DATABASE_URL is backed up in ${inFolder('kept')}\n`,
    })
    const alone = `postgres://postgres@${serverOf(postgres.standbyPort)}/rollcall`
    const refused = spawnSync(process.execPath, ['src/main/index.ts', '--check'], {
      env: { ...env, DATABASE_URL: alone },
      encoding: 'utf8',
    })
    expect(refused.stderr).toBe(
      'The database of DATABASE_URL accepts no writes, as a replica: name the primary, or all of its servers.\n',
    )
  }, 300_000)

  it.each(takeOvers)(
    'no acknowledged write is lost, no answer is a 500, and no socket closes: $what',
    async ({ url, lose, arrive }) => {
      const parts = await open(url())
      const { processes, sockets, day, witness, athleteIds } = parts
      const writers = await Promise.all(
        [0, 1, 2, 3, 4, 5].map(async (number) => {
          const visitor = await new Witness(processes[number % processes.length]?.url ?? '').signUp()
          await visitor.call('addTournaments', { body: { tournaments: [{ value: String(day.id) }] } })
          return { visitor, writer: openWriter(visitor, athleteIds) }
        }),
      )
      const runs = writers.map(({ writer }, number) => writer.write(randomFrom('fail-over', number)))
      const writtenMore = async (): Promise<void> => {
        const before = written
        await expect.poll(() => written - before, poll).toBeGreaterThan(40)
      }
      await writtenMore()
      expect(await readiness(parts)).toEqual([200, 200])

      await lose()
      await expect.poll(() => readiness(parts), poll).toEqual([503, 503])
      const refused = await Promise.all([
        witness.request('share', { body: {} }),
        witness.request('updateProfile', { body: { username: witness.name, email: witness.email } }),
        new Witness(processes[1]?.url ?? '').signIn(),
      ])
      for (const { status, headers } of refused) {
        expect(status).toBe(503)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      }
      expect((await witness.request('upcomingMatches')).status).toBe(200)
      expect(await readiness(parts)).toEqual([503, 503])

      await postgres.promoteStandby()
      arrive()
      await expect.poll(() => readiness(parts), backWithin).toEqual([200, 200])
      expect((await witness.request('share', { body: {} })).status).toBe(200)
      const [own] = writers
      expect((await own?.visitor.request('share', { body: {} }))?.status).toBe(200)

      await writtenMore()
      const acknowledged = await Promise.all(runs.map((run) => run.stop()))
      expect(Math.min(...acknowledged)).toBeGreaterThan(0)
      expect((await Promise.all(runs.map((run) => run.check()))).flat()).toEqual([])
      expect([...answers].filter((answer) => answer.startsWith('500'))).toEqual([])
      expect(processes.map(({ output }) => output()).filter((text) => text.includes('request failed'))).toEqual([])
      expect(sockets.map(({ socket }) => socket.readyState === socket.OPEN)).toEqual([true, true])

      // A change that is written to the new primary reaches the sockets of both processes.
      for (const socket of sockets) socket.inbox.length = 0
      await witness.call('follow', { id: athleteIds[1] ?? 0 })
      await expect.poll(() => sockets.map(({ inbox }) => inbox.length > 0), poll).toEqual([true, true])
    },
    300_000,
  )
})
