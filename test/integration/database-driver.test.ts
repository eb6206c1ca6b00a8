// What RollCall relies on when a database restarts: the driver as tools/mend-postgres.mjs leaves it.
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
