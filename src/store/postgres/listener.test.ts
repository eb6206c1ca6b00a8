import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openListener } from './listener.ts'
import { openServers } from './servers.ts'

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}
const readyForQuery = message('Z', Buffer.from('I'))
const authenticationOk = message('R', Buffer.alloc(4))
const commandComplete = message('C', Buffer.from('LISTEN\0'))

/** Opens a listener on a server in place of PostgreSQL, which answers the statements that `answers` accepts. */
async function openOnStandIn(answers: (statement: string) => boolean = () => true) {
  const sockets = new Set<Socket>()
  // Accepts every connection without a password.
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticationOk, readyForQuery]))
      socket.on('data', (statement) => {
        if (statement.toString('latin1', 0, 1) === 'X') socket.end()
        else if (answers(statement.toString('latin1'))) socket.write(Buffer.concat([commandComplete, readyForQuery]))
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const servers = openServers(`postgres://user@127.0.0.1:${port}/rollcall`)
  const listener = openListener(servers)
  const close = async (): Promise<void> => {
    await listener.close()
    server.close()
  }
  return { sockets, servers, listener, [Symbol.asyncDispose]: close }
}
const ignore = (): void => {}

it('the listener keeps one connection when a channel is added while it reconnects', async () => {
  await using standIn = await openOnStandIn()
  const { listener, sockets } = standIn
  let reads = 0
  await listener.listen('one', ignore, () => void reads++)
  for (const socket of sockets) socket.destroy()
  const add = (): Promise<boolean> =>
    listener.listen('other', ignore).then(
      () => true,
      () => false,
    )
  await expect.poll(add, { interval: 10 }).toBe(true)
  await expect.poll(() => reads).toBe(2)
  expect(sockets.size).toBe(1)
})

it('the listener replaces a connection on which a channel could not be added, and closes it', async () => {
  await using standIn = await openOnStandIn((statement) => !statement.includes('silent'))
  const { listener, sockets } = standIn
  let reads = 0
  await listener.listen('one', ignore, () => void reads++)
  const [first] = sockets
  await expect(listener.listen('silent', ignore)).rejects.toThrow('timeout')
  await listener.listen('other', ignore)
  // The heartbeat would close the connection, too, but only after five seconds.
  await expect.poll(() => [sockets.size, first && sockets.has(first)], { timeout: 4_000 }).toEqual([1, false])
  await expect.poll(() => reads).toBe(2)
})

it('[R-22] the listener opens another connection when the sessions of its process are replaced, and reads what it missed', async () => {
  await using standIn = await openOnStandIn()
  const { listener, servers, sockets } = standIn
  let reads = 0
  await listener.listen('one', ignore, () => void reads++)
  const [first] = sockets
  servers.replaceSessions()
  await expect.poll(() => [sockets.size, first && sockets.has(first)]).toEqual([1, false])
  await expect.poll(() => reads).toBe(2)
})
