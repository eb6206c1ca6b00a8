// What RollCall relies on when a database restarts: the driver as tools/mend-postgres.mjs leaves it.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database?.close())

it('transactions whose connections the database ends fail, every one of them, and the connections serve again [R-03]', async () => {
  const sql = postgres(database.url, { max: 3, backoff: () => 0.05, onnotice: () => {} })
  const killer = postgres(database.url, { max: 1, onnotice: () => {} })
  const outcomes: string[] = []
  for (let round = 0; round < 90; round++) {
    const work = sql.begin(async (tx) => {
      const [{ pid } = { pid: 0 }] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      setTimeout(() => void killer`select pg_terminate_backend(${pid})`.execute(), round % 5)
      for (;;) await tx`select pg_sleep(0.0005)`
    })
    outcomes.push(
      await work.then(
        () => 'went on',
        ({ code }: { code: string }) => code,
      ),
    )
  }
  expect(outcomes.filter((outcome) => outcome !== 'CONNECTION_CLOSED' && outcome !== '57P01')).toEqual([])
  const serveAll = () => Promise.all([1, 2, 3].map(() => sql.begin((tx) => tx`select 1 as one`)))
  await expect
    .poll(() =>
      serveAll().then(
        (answers) => answers.length,
        () => 0,
      ),
    )
    .toBe(3)
  await sql.end({ timeout: 1 })
  await killer.end({ timeout: 1 })
})

it.each([
  ['hangs up', (socket: Socket) => socket.end()],
  ['resets it', (socket: Socket) => socket.resetAndDestroy()],
] as const)(
  'a database that %s while a connection begins fails what waits for it at most, never the process [R-03]',
  async (_, end) => {
    let ended = 0
    const relay = createServer((near) => {
      const far = connect(Number(new URL(database.url).port), '127.0.0.1')
      for (const socket of [near, far]) socket.on('error', () => {})
      near.on('close', () => far.destroy())
      far.on('data', (chunk) => near.write(chunk))
      near.on('data', (chunk) => {
        // The question for the types of arrays, which every connection asks before anything else.
        if (chunk.includes('typarray') && ended++ < 3) end(near)
        else far.write(chunk)
      })
    })
    await once(relay.listen(0, '127.0.0.1'), 'listening')
    const address = new URL(database.url)
    address.port = String((relay.address() as AddressInfo).port)
    const sql = postgres(address.href, { max: 1, backoff: () => 0.01, onnotice: () => {} })
    await expect
      .poll(() =>
        sql<{ ids: number[] }[]>`select array_agg(id) as ids from unnest(${[1, 2]}::integer[]) as id`.then(
          ([row]) => row?.ids,
          () => [],
        ),
      )
      .toEqual([1, 2])
    expect(ended).toBeGreaterThan(3)
    await sql.end({ timeout: 1 })
    relay.close()
  },
)
