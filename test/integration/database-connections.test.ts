// Connections to a database that restarts, is slow, or drops a connection while it is opened or runs a statement.
import { once } from 'node:events'
import { type AddressInfo, connect as dial, createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { normaliseDatabaseUrl } from '#platform/database-url.ts'
import { openPool, type Sql } from '#store'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { connect } from '#support/sql.ts'

let database: TestDatabase
let admin: Sql
const opened: Sql[] = []
const relays: Server[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  admin = connect(database.url)
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((sql) => sql.end()))
  for (const relay of relays.splice(0)) relay.close()
})
afterAll(async () => {
  await admin?.end()
  await database?.close()
})

function open(options: Parameters<typeof openPool>[1], url = database.url): Sql {
  const sql = openPool(url, options)
  opened.push(sql)
  return sql
}

const codeOf = (work: PromiseLike<unknown>): Promise<string> =>
  Promise.resolve(work).then(
    () => 'answered',
    (error: unknown) => String((error as { code?: unknown }).code),
  )

/** Opens a relay to the database and returns its address. `forward` decides whether a packet of the client is passed on. */
async function openRelay(forward: (near: Socket, chunk: Buffer) => boolean): Promise<string> {
  const relay = createServer((near) => {
    const far = dial(Number(new URL(database.url).port), '127.0.0.1')
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('close', () => far.destroy())
    far.on('data', (chunk) => near.write(chunk))
    near.on('data', (chunk) => {
      if (forward(near, chunk)) far.write(chunk)
    })
  })
  relays.push(relay)
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const address = new URL(database.url)
  address.port = String((relay.address() as AddressInfo).port)
  return address.href
}

it('A transaction fails when the database ends its connection, and the pool reconnects [R-03]', async () => {
  const sql = open({ max: 3 })
  const outcomes: string[] = []
  for (let round = 0; round < 90; round++) {
    const work = sql.begin(async (tx) => {
      const [{ pid } = { pid: 0 }] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
      setTimeout(() => void admin`select pg_terminate_backend(${pid})`.catch(() => {}), round % 5)
      for (;;) await tx`select pg_sleep(0.0005)`
    })
    outcomes.push(await codeOf(work))
  }
  expect(outcomes.filter((outcome) => !/^(?:08006|57P01|ECONNRESET|EPIPE)$/.test(outcome))).toEqual([])
  const answers = await Promise.all([1, 2, 3].map(() => sql.begin((tx) => tx`select 1 as one`)))
  expect(answers).toEqual(Array.from({ length: 3 }, () => [{ one: 1 }]))
})

it.each([
  ['closes', (socket: Socket) => socket.end()],
  ['resets', (socket: Socket) => socket.resetAndDestroy()],
] as const)(
  'A database that %s a connection at any step fails the waiting statement, but not the process [R-03]',
  async (_, end) => {
    /** The relay drops each new connection at the next of these packets of the client: greeting, password, first statement, … */
    const steps = [1, 2, 3, 4, 5]
    const packets = new Map<Socket, { left: number }>()
    const url = await openRelay((near) => {
      const known = packets.get(near) ?? { left: steps.shift() ?? Infinity }
      packets.set(near, known)
      known.left--
      if (known.left > 0) return true
      end(near)
      return false
    })
    const sql = open({ max: 1 }, url)
    const select = () => sql<{ ids: number[] }[]>`select array_agg(id) as ids from unnest(${[1, 2]}::integer[]) as id`
    await expect
      .poll(() =>
        select().then(
          ([row]) => row?.ids,
          () => [],
        ),
      )
      .toEqual([1, 2])
    expect(steps).toEqual([])
  },
)

it('A statement without an answer fails after its timeout, and its connection is closed [R-04] [R-12]', async () => {
  let isSilent = false
  const sockets = new Set<Socket>()
  const url = await openRelay((near) => {
    sockets.add(near)
    return !isSilent
  })
  const sql = open({ max: 1, statementTimeout: 100 }, url)
  expect(await codeOf(sql`select 1`)).toBe('answered')
  isSilent = true
  expect(await codeOf(sql.begin((tx) => tx`select 1`))).toBe('57014')
  await expect.poll(() => [...sockets].map(({ destroyed }) => destroyed)).toEqual([true])
  isSilent = false
  await expect.poll(() => codeOf(sql`select 1`)).toBe('answered')
})

it('[R-22] A session that can only read fails its write, and every session of the pool is replaced', async () => {
  const sql = open({ max: 3 })
  const pids = async (): Promise<unknown[]> => {
    const select = () => sql`select pg_backend_pid() as pid, pg_sleep(0.05)`
    return (await Promise.all([select(), select(), select()])).map(([row]) => row?.['pid'])
  }
  const before = await pids()
  await sql`set default_transaction_read_only = on`
  const writes = [1, 2, 3].map((number) => codeOf(sql`create table ${sql(`marks_${number}`)} (id integer)`))
  expect((await Promise.all(writes)).toSorted()).toEqual(['25006', 'answered', 'answered'])
  const after = await pids()
  expect([...new Set([...before, ...after])]).toHaveLength(6)
})

it('[R-22] A pool refuses a server that can only read, and uses it as soon as it accepts writes', async () => {
  await using own = await openTestDatabase()
  const name = new URL(own.url).pathname.slice(1)
  await admin`alter database ${admin(name)} set default_transaction_read_only = on`
  const sql = open({ max: 1 }, own.url)
  expect(await codeOf(sql`select 1`)).toBe('25006')
  await admin`alter database ${admin(name)} reset default_transaction_read_only`
  await expect.poll(() => codeOf(sql`create table marks (id integer)`)).toBe('answered')
})

/** The address of these servers together. */
function addressOfAll(...urls: readonly string[]): string {
  const [first = ''] = urls
  const hosts = urls.map((url) => new URL(url).host).join()
  return normaliseDatabaseUrl(first.replace(new URL(first).host, hosts)) ?? ''
}

it('[R-22] A pool finds the server that answers among several, and keeps it until it is lost', async () => {
  const used: string[] = []
  const openNamed = (name: string) => openRelay(() => used.push(name) > 0)
  const [silent, one, other] = [await openRelay(() => false), await openNamed('one'), await openNamed('other')]
  const sql = open({ max: 1 }, addressOfAll(silent, one, other))
  expect(await codeOf(sql`select 1`)).toBe('answered')
  expect(new Set(used)).toEqual(new Set(['one']))
  relays[1]?.close()
  await sql`select pg_terminate_backend(pg_backend_pid())`.catch(() => {})
  await expect.poll(() => codeOf(sql`select 1`)).toBe('answered')
  expect(new Set(used)).toEqual(new Set(['one', 'other']))
})

it('[R-22] A pool whose several servers are all away fails with the error of one of them', async () => {
  const sql = open({ max: 1 }, normaliseDatabaseUrl('postgres://me@127.0.0.1:1,127.0.0.1:2/rollcall'))
  expect(await codeOf(sql`select 1`)).toBe('ECONNREFUSED')
})

it('A statement that takes too long is ended by the server, and its connection stays in use [R-04]', async () => {
  const sql = open({ max: 1, statementTimeout: 50 })
  const pid = () => sql`select pg_backend_pid() as pid`
  const before = await pid()
  expect(await codeOf(sql`select pg_sleep(10)`)).toBe('57014')
  expect(await pid()).toEqual(before)
})

it('A transaction is rolled back when its work or a statement fails, and its connection stays in use', async () => {
  const sql = open({ max: 1 })
  await sql`create temporary table marks (id integer primary key)`
  const marks = () => sql`select id from marks`
  const insert = (id: number, then: () => unknown) =>
    sql.begin(async (tx) => {
      await tx`insert into marks values (${id})`
      await then()
    })
  await expect(
    insert(1, () => {
      throw new Error('rejected')
    }),
  ).rejects.toThrow('rejected')
  expect(await marks()).toEqual([])
  await insert(2, () => {})
  expect(await codeOf(insert(2, () => {}))).toBe('23505')
  expect(await marks()).toEqual([{ id: 2 }])
})

it('A transaction that continues after a failed statement is reported as failed', async () => {
  const sql = open({ max: 1 })
  await sql`create temporary table marks (id integer primary key)`
  const work = sql.begin(async (tx) => {
    await tx`insert into marks values (1)`
    await tx`select 1 / 0`.catch(() => {})
  })
  await expect(work).rejects.toThrow('was continued after a failed statement')
  expect(await sql`select id from marks`).toEqual([])
})

it('Concurrent statements of a transaction run one after the other, and none runs after the end of the transaction', async () => {
  const sql = open({ max: 1 })
  let late = (): Promise<unknown> => Promise.resolve()
  const rows = await sql.begin((tx) => {
    late = async () => await tx`select 4`
    return Promise.all([tx`select 1 as n`, tx`select 2 as n`, tx`select 3 as n`])
  })
  expect(rows.flat()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  await expect(late()).rejects.toThrow('after the end of its transaction')
})

it('Result values are ISO 8601 strings for instants, numbers for integers, and parsed JSON', async () => {
  const sql = open({ max: 1 })
  const [row] = await sql`
    select '2026-11-21 14:27:05.5+02'::timestamptz as instant, '2026-11-21'::date as date, array['2026-11-21'::date, null] as dates,
      'infinity'::timestamptz as never, 9007199254740991::bigint as whole, array[1, 2]::bigint[] as wholes, 1.50::numeric as exact,
      '"text"'::jsonb as text, '[1, {"a": null}]'::json as json, array['a', null] as texts, '\\x00ff'::bytea as bytes, null as nothing`
  expect(row).toEqual({
    instant: '2026-11-21T12:27:05.500Z',
    date: '2026-11-21',
    dates: ['2026-11-21', null],
    never: 'infinity',
    whole: Number.MAX_SAFE_INTEGER,
    wholes: [1, 2],
    exact: '1.50',
    text: 'text',
    json: [1, { a: null }],
    texts: ['a', null],
    bytes: Buffer.from([0, 255]),
    nothing: null,
  })
  expect(await codeOf(sql`select 9007199254740993::bigint as whole`)).toBe('22003')
})

it('A statement takes values, names and other statements, and throws for an undefined value', async () => {
  const sql = open({ max: 1 })
  const condition = sql`name = any(${["O'Neil", 'a "quote"']}::text[])`
  await sql`create temporary table ${sql('odd "name"')} (name text)`
  await sql`insert into ${sql('odd "name"')} values (${"O'Neil"}), (${'Ana'})`
  expect(await sql`select name from ${sql('odd "name"')} where ${condition} or ${condition}`).toEqual([
    { name: "O'Neil" },
  ])
  const missing = undefined as unknown as string
  await expect((async () => await sql`select ${missing}::text`)()).rejects.toThrow('undefined')
})
