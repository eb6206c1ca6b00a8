import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openListener } from './listener.ts'

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

it('the listener keeps one connection when a channel is added while it reconnects', async () => {
  const sockets = new Set<Socket>()
  // Accepts every connection without a password, and confirms every statement.
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticationOk, readyForQuery]))
      socket.on('data', () => socket.write(Buffer.concat([commandComplete, readyForQuery])))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const listener = openListener(`postgres://user@127.0.0.1:${port}/rollcall`)
  let reads = 0
  await listener.listen(
    'one',
    () => {},
    () => void reads++,
  )
  for (const socket of sockets) socket.destroy()
  const add = (): Promise<boolean> =>
    listener
      .listen('other', () => {})
      .then(
        () => true,
        () => false,
      )
  await expect.poll(add, { interval: 10 }).toBe(true)
  await expect.poll(() => reads).toBe(2)
  expect(sockets.size).toBe(1)
  await listener.close()
  server.close()
})
