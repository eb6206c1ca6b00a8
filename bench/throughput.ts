// Measures the throughput of a server at full load: 40 connections from another process, each with one request at a time,
// alternating with a bare node:http server that sends the same bytes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nextMessageOf } from './child-message.ts'
import { median, print } from './figure.ts'
import type { ThroughputCommand, ThroughputReport } from './throughput-process.ts'

const rounds = 7
const connections = 40
/** Requests per turn. A number instead of a time, so that the code is equally warm on a busy machine. */
const requestCount = 15_000

/** Requests per second, and the CPU per request on the server's thread and in the client, µs. */
type Rate = { perSecond: number; cpu: number; clientCpu: number }

/** Prints the throughput of `url` as a share of the bare server's: the median of the rounds. */
export async function compareThroughput(name: string, url: string, headers: Record<string, string>): Promise<void> {
  const { headers: responseHeaders, body } = await fetchOnce(url, headers)
  const bare = createServer((_, response) => response.writeHead(200, responseHeaders).end(body))
  bare.listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
  const client = fork(new URL('./throughput-process.ts', import.meta.url))
  const rate = async (of: string): Promise<Rate> => {
    const { port, host, pathname, search } = new URL(of)
    const fields = Object.entries({ host, ...headers }).map(([field, value]) => `${field}: ${value}\r\n`)
    const request = `GET ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n`
    const before = process.threadCpuUsage()
    client.send({ port: Number(port), request, connections, requestCount } satisfies ThroughputCommand)
    const { ms, cpu: clientCpu } = await nextMessageOf<ThroughputReport>(client, 'the client process')
    const { user, system } = process.threadCpuUsage(before)
    return { perSecond: (requestCount / ms) * 1_000, cpu: (user + system) / requestCount, clientCpu }
  }
  await rate(bareUrl)
  await rate(url)
  const turns: { ours: Rate; theirs: Rate }[] = []
  for (let round = 0; round < rounds; round++) turns.push({ theirs: await rate(bareUrl), ours: await rate(url) })
  client.kill()
  bare.close()
  const middle = (read: (turn: (typeof turns)[number]) => number): number => median(turns.map(read))
  print(
    `throughput of ${name}, relative to a bare node:http server`,
    middle(({ ours, theirs }) => ours.perSecond / theirs.perSecond) * 100,
    '%',
    { least: 60 },
  )
  console.log(
    `  ${middle(({ ours }) => ours.perSecond).toFixed(0)} of ${middle(({ theirs }) => theirs.perSecond).toFixed(0)} requests/s, ` +
      `${body.length} bytes each, with the same headers; by CPU ${(middle(({ ours, theirs }) => theirs.cpu / ours.cpu) * 100).toFixed(1)} %: ` +
      `${middle(({ ours }) => ours.cpu).toFixed(1)} and ${middle(({ theirs }) => theirs.cpu).toFixed(1)} µs a request, ` +
      `the client takes ${middle(({ theirs }) => theirs.clientCpu).toFixed(1)}`,
  )
}

/** Fetches one answer: its bytes and its headers, without those that node:http adds itself. */
function fetchOnce(
  url: string,
  headers: Record<string, string>,
): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...kept } = response.headers
        resolve({ headers: kept, body: Buffer.concat(parts) })
      })
    }).on('error', reject)
  })
}
