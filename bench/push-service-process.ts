// The push service of alerts-100000.bench.ts, in a process of its own: it accepts every alert after 50 ms. Sends its origin; and after
// each alert that brings the number of devices to `every`, what has arrived by then.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { machineNow } from './figure.ts'

export type PushServiceReport =
  | { kind: 'listening'; origin: string }
  /** `firstAt`, `lastAt`: machine ms of the first and the last alert. `requests` includes those that a device got twice. */
  | { kind: 'received'; devices: number; requests: number; connections: number; firstAt: number; lastAt: number }

const [answerAfter = 50, expected = 100_000] = process.argv.slice(2).map(Number)
const report = (message: PushServiceReport): void => void process.send?.(message)
const paths = new Set<string>()
let requests = 0
let connections = 0
let firstAt = 0

const server = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    setTimeout(() => {
      requests++
      firstAt ||= machineNow()
      paths.add(request.url ?? '')
      response.writeHead(201).end()
      if (paths.size === expected)
        report({ kind: 'received', devices: paths.size, requests, connections, firstAt, lastAt: machineNow() })
    }, answerAfter)
  })
})
server.on('connection', () => connections++)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
report({ kind: 'listening', origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
process.once('disconnect', () => process.exit())
