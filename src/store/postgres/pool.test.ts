import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database.ts'

let server: Server
let database: Database
let knocks = 0
const open = new Set<Socket>()

/** Something in PostgreSQL's place that does this with whoever comes. */
async function standIn(receive: (socket: Socket) => void): Promise<void> {
  knocks = 0
  server = createServer((socket) => {
    knocks++
    open.add(socket)
    socket.on('error', () => {})
    receive(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  database = openDatabase(`postgres://user:password@127.0.0.1:${(server.address() as AddressInfo).port}/rollcall`)
}
afterEach(async () => {
  for (const socket of open) socket.destroy()
  server.close()
  await database.close()
})

const ask = (): Promise<string> =>
  database.sql`select 1`.then(
    () => 'answered',
    (error: unknown) => (error as { code: string }).code,
  )
const begin = (): Promise<string> =>
  database.sql
    .begin((tx) => tx`select 1`)
    .then(
      () => 'answered',
      (error: unknown) => (error as { code: string }).code,
    )

it('while the database is away nobody waits for it, and it is knocked at only now and then [R-03]', async () => {
  // It hangs up whether or not it was asked anything.
  await standIn((socket) => (knocks % 2 === 0 ? socket.destroy() : socket.once('data', () => socket.end())))
  await ask()
  const [before, began] = [knocks, performance.now()]
  const refused = await Promise.all(Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? begin() : ask())))
  expect(new Set(refused)).not.toContain('answered')
  const seconds = (performance.now() - began) / 1_000
  expect((knocks - before) / seconds).toBeLessThan(40)
})

it('when the database says nothing, two hundred wait for it, more are refused at once, and nobody waits for ever [R-04]', async () => {
  await standIn(() => {})
  const waiting = Array.from({ length: 220 }, (_, index) => (index % 3 === 0 ? begin() : ask()))
  // Each of these waits, or is refused at once.
  const codes: string[] = []
  const more = (): string[] => {
    void ask().then((code) => codes.push(code))
    return codes
  }
  await expect.poll(more, { timeout: 20_000, interval: 200 }).toContain('53300')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['57014']))
})
