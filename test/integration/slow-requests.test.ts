// Requests that arrive slowly: the server closes a connection that does not complete its request in time.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ErrorBody } from '#contract/errors.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'

let api: ApiUnderTest
beforeAll(async () => {
  api = await startApi({ requestWithin: 500 })
})
afterAll(() => api.close())

it.each([
  [
    'a body that stops',
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"username":',
  ],
  [
    'a body in pieces that stops',
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"use\r\n',
  ],
  ['headers that stop', 'GET /api/user HTTP/1.1\r\nHost: localhost\r\nCook'],
])('[N-09] A connection with %s is answered 408 and closed', async (_, sent) => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(sent)
  const [head = '', body = ''] = Buffer.concat(await socket.toArray())
    .toString()
    .split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n/)
  expect(ErrorBody.parse(JSON.parse(body)).error).toBe('The request took too long to arrive.')
})

it('[N-09] A body that keeps arriving byte by byte is answered 408', async () => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    'POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
  )
  const writing = setInterval(() => socket.write(' '), 20)
  // The server may close the connection before the last bytes are written.
  socket.on('error', () => {})
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 408 /)
  await once(socket, 'close')
  clearInterval(writing)
})

it('[N-09] A connection on which a request was answered may wait for the next one', async () => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const request = async (): Promise<string> => {
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString().slice(0, 15)
  }
  expect(await request()).toBe('HTTP/1.1 200 OK')
  // Once the server has closed a slow connection, it has checked this one as well.
  const slow = connect(Number(new URL(api.url).port), '127.0.0.1').resume()
  slow.write('GET ')
  await once(slow, 'close')
  expect(await request()).toBe('HTTP/1.1 200 OK')
  socket.destroy()
})
