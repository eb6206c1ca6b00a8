// The child process of throughput.ts: repeats one request on open connections and only counts the bytes of the answers, so that a
// request costs the client less CPU than the server.
import { connect, type Socket } from 'node:net'

export type ThroughputCommand = { port: number; request: string; connections: number; requestCount: number }
/** The time until all answers have arrived, ms, and the CPU of this process per answer, µs. */
export type ThroughputReport = { ms: number; cpu: number }

/** Shared by all sockets, because each read is counted before the next one. */
const buffer = Buffer.alloc(256 * 1024)

process.on('disconnect', () => process.exit())
process.on('message', (command: ThroughputCommand) => void run(command).then((report) => process.send?.(report)))

async function run({ port, request, connections, requestCount }: ThroughputCommand): Promise<ThroughputReport> {
  const bytes = Buffer.from(request)
  let sent = 0
  let answered = 0
  const allAnswered = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  const starts: (() => void)[] = []
  const open = (): Promise<void> => {
    /** The length of the answer being received, header and body. */
    let length = 0
    let receivedBytes = 0
    const next = (): void => {
      if (sent++ < requestCount) sockets[index]?.write(bytes)
    }
    const receive = (size: number): void => {
      if (receivedBytes === 0) length = lengthOf(buffer.toString('latin1', 0, Math.min(size, longestHead)))
      receivedBytes += size
      if (receivedBytes > length) throw new Error(`${receivedBytes} bytes instead of ${length}`)
      if (receivedBytes < length) return
      receivedBytes = 0
      if (++answered === requestCount) allAnswered.resolve()
      next()
    }
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback: (size) => (receive(size), true) } })
    const index = sockets.push(socket) - 1
    socket.setNoDelay(true)
    starts.push(next)
    return new Promise((resolve) => socket.on('connect', resolve))
  }
  await Promise.all(Array.from({ length: connections }, open))
  const before = process.cpuUsage()
  const startedAt = performance.now()
  for (const start of starts) start()
  await allAnswered.promise
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(before)
  for (const socket of sockets) socket.destroy()
  return { ms, cpu: (user + system) / requestCount }
}

/** The maximum length of a header, in bytes; the whole header must arrive with the first read. */
const longestHead = 2_000

/** The length of a whole answer, from its first bytes, which contain the header. */
function lengthOf(answer: string): number {
  const headEnd = answer.indexOf('\r\n\r\n')
  const body = /\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1]
  if (!answer.startsWith('HTTP/1.1 200 ') || headEnd < 0 || body === undefined)
    throw new Error(`unexpected answer: ${answer}`)
  return headEnd + 4 + Number(body)
}
