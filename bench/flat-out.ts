// As many requests as a server can answer: 40 connections of another process that ask at once whenever they are answered,
// in turns with a bare node:http server that sends the same bytes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { median, print } from './figure.ts'
import type { FlatOutOrder, FlatOutWord } from './flat-out-process.ts'

const rounds = 7
const connections = 40
/** Requests of each turn: a number, not a time, so that code is as warm on a busy machine. */
const amount = 15_000

/** Requests per second, the microseconds of CPU that one takes on the server's thread, and those that the asking takes. */
type Rate = { perSecond: number; cpu: number; asking: number }

/** Prints what share of the bare server's requests a second `url` makes: the median of the rounds. */
export async function compareFlatOut(name: string, url: string, headers: Record<string, string>): Promise<void> {
  const { head, body } = await ask(url, headers)
  const bare = createServer((_, response) => response.writeHead(200, head).end(body))
  bare.listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
  const asker = fork(new URL('./flat-out-process.ts', import.meta.url))
  const failed = once(asker, 'exit').then(([code]) => {
    throw new Error(`the asking process ended with ${String(code)}`)
  })
  failed.catch(() => {})
  const rate = async (of: string): Promise<Rate> => {
    const { port, host, pathname, search } = new URL(of)
    const fields = Object.entries({ host, ...headers }).map(([field, value]) => `${field}: ${value}\r\n`)
    const request = `GET ${pathname}${search} HTTP/1.1\r\n${fields.join('')}\r\n`
    const before = process.threadCpuUsage()
    asker.send({ port: Number(port), request, connections, amount } satisfies FlatOutOrder)
    const [{ ms, cpu: asking }] = (await Promise.race([once(asker, 'message'), failed])) as [FlatOutWord]
    const { user, system } = process.threadCpuUsage(before)
    return { perSecond: (amount / ms) * 1_000, cpu: (user + system) / amount, asking }
  }
  await rate(bareUrl)
  await rate(url)
  const turns: { ours: Rate; theirs: Rate }[] = []
  for (let round = 0; round < rounds; round++) turns.push({ theirs: await rate(bareUrl), ours: await rate(url) })
  asker.kill()
  bare.close()
  const middle = (read: (turn: (typeof turns)[number]) => number): number => median(turns.map(read))
  print(
    `${name}, flat out, of a bare node:http server`,
    middle(({ ours, theirs }) => ours.perSecond / theirs.perSecond) * 100,
    '%',
    { least: 60 },
  )
  console.log(
    `  ${middle(({ ours }) => ours.perSecond).toFixed(0)} of ${middle(({ theirs }) => theirs.perSecond).toFixed(0)} requests/s, ` +
      `${body.length} bytes each, heads as ours; by CPU ${(middle(({ ours, theirs }) => theirs.cpu / ours.cpu) * 100).toFixed(1)} %: ` +
      `${middle(({ ours }) => ours.cpu).toFixed(1)} and ${middle(({ theirs }) => theirs.cpu).toFixed(1)} µs a request, ` +
      `asking takes ${middle(({ theirs }) => theirs.asking).toFixed(1)}`,
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
