// As many requests as 40 connections can make, in turns with a bare node:http server that sends the same bytes.
import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import autocannon from 'autocannon'
import { median, print } from './figure.ts'

const rounds = 5
const connections = 40
/** Requests of each turn: a number, not a time, so that code is as warm on a busy machine. */
const amount = 12_000

/** Requests per second, and the microseconds of CPU that one takes on the server's thread. */
type Rate = { perSecond: number; cpu: number }

/** Prints what share of the bare server's requests a second `url` makes: the median of the rounds. */
export async function compareFlatOut(name: string, url: string, headers: Record<string, string>): Promise<void> {
  const { head, body } = await ask(url, headers)
  const bare = createServer((_, response) => response.writeHead(200, head).end(body))
  bare.listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
  const rate = async (of: string): Promise<Rate> => {
    const before = process.threadCpuUsage()
    const { duration } = await autocannon({ url: of, headers, connections, amount, workers: 1 })
    const { user, system } = process.threadCpuUsage(before)
    return { perSecond: amount / duration, cpu: (user + system) / amount }
  }
  await rate(bareUrl)
  await rate(url)
  const turns: { ours: Rate; theirs: Rate }[] = []
  for (let round = 0; round < rounds; round++) turns.push({ theirs: await rate(bareUrl), ours: await rate(url) })
  bare.close()
  const middle = (read: (turn: (typeof turns)[number]) => number): number => median(turns.map(read))
  print(
    `${name}, flat out, of a bare node:http server`,
    middle(({ ours, theirs }) => ours.perSecond / theirs.perSecond) * 100,
    '%',
    { least: 70 },
  )
  console.log(
    `  ${middle(({ ours }) => ours.perSecond).toFixed(0)} of ${middle(({ theirs }) => theirs.perSecond).toFixed(0)} requests/s, ` +
      `${body.length} bytes each, heads as ours; by CPU ${(middle(({ ours, theirs }) => theirs.cpu / ours.cpu) * 100).toFixed(1)} %: ` +
      `${middle(({ ours }) => ours.cpu).toFixed(0)} and ${middle(({ theirs }) => theirs.cpu).toFixed(0)} µs a request`,
  )
}

/** One answer: its bytes and its head, without what node:http writes itself. */
function ask(url: string, headers: Record<string, string>): Promise<{ head: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...head } = response.headers
        resolve({ head, body: Buffer.concat(parts) })
      })
    }).on('error', reject)
  })
}
