import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database.ts'

let server: Server
let database: Database
let connections = 0
const sockets = new Set<Socket>()

/** Starts a server in place of PostgreSQL that passes each connection to `receive`, and opens a database on it. */
async function openStandIn(receive: (socket: Socket) => void): Promise<void> {
  connections = 0
  server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => {})
    receive(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  database = openDatabase(`postgres://user:password@127.0.0.1:${(server.address() as AddressInfo).port}/rollcall`)
}
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  server.close()
  await database.close()
})

const select = (): Promise<string> =>
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

it('the pool refuses statements at once, and tries to connect fewer than 40 times a second, while the database is unavailable [R-03]', async () => {
  // Closes every other connection at once, and the others after their first message.
  await openStandIn((socket) => (connections % 2 === 0 ? socket.destroy() : socket.once('data', () => socket.end())))
  await select()
  const [before, beganAt] = [connections, performance.now()]
  const refused = await Promise.all(Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? begin() : select())))
  // All but a few, which were let through as probes.
  expect(refused.filter((code) => code !== 'ECONNREFUSED').length).toBeLessThan(10)
  const seconds = (performance.now() - beganAt) / 1_000
  expect(connections - before).toBeLessThan(40 * Math.max(1, seconds))
})

it('the pool lets callers wait until a timeout, and refuses further ones while 200 wait and the database does not answer [R-04]', async () => {
  await openStandIn(() => {})
  const waiting = Array.from({ length: 220 }, (_, index) => (index % 3 === 0 ? begin() : select()))
  const codes: string[] = []
  /** Sends one more statement, and returns the codes of those that have failed so far. */
  const sendAnother = (): string[] => {
    void select().then((code) => codes.push(code))
    return codes
  }
  await expect.poll(sendAnother, { timeout: 20_000, interval: 200 }).toContain('53300')
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['57014']))
})
