// The other process of flat-out.ts: asks the same again and again on connections that stay open, and only counts the bytes
// that come, so that a request costs it less than it costs the server.
import { connect, type Socket } from 'node:net'

export type FlatOutOrder = { port: number; request: string; connections: number; amount: number }
/** How long all answers took in ms, and the microseconds of CPU that one of them took here. */
export type FlatOutWord = { ms: number; cpu: number }

/** One buffer serves all: what is in it is counted before the next socket reads. */
const buffer = Buffer.alloc(256 * 1024)

process.on('disconnect', () => process.exit())
process.on('message', (order: FlatOutOrder) => void ask(order).then((word) => process.send?.(word)))

async function ask({ port, request, connections, amount }: FlatOutOrder): Promise<FlatOutWord> {
  const bytes = Buffer.from(request)
  let asked = 0
  let answered = 0
  const all = Promise.withResolvers<void>()
  const sockets: Socket[] = []
  const open = (): Promise<void> => {
    /** Of the answer that is coming, head and body. */
    let length = 0
    let got = 0
    const next = (): void => {
      if (asked++ < amount) sockets[index]?.write(bytes)
    }
    const take = (size: number): void => {
      if (got === 0) length = lengthOf(buffer.toString('latin1', 0, Math.min(size, longestHead)))
      got += size
      if (got > length) throw new Error(`${got} bytes instead of ${length}`)
      if (got < length) return
      got = 0
      if (++answered === amount) all.resolve()
      next()
    }
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer, callback: (size) => (take(size), true) } })
    const index = sockets.push(socket) - 1
    socket.setNoDelay(true)
    starts.push(next)
    return new Promise((resolve) => socket.on('connect', resolve))
  }
  const starts: (() => void)[] = []
  await Promise.all(Array.from({ length: connections }, open))
  const before = process.cpuUsage()
  const began = performance.now()
  for (const start of starts) start()
  await all.promise
  const ms = performance.now() - began
  const { user, system } = process.cpuUsage(before)
  for (const socket of sockets) socket.destroy()
  return { ms, cpu: (user + system) / amount }
}

/** In bytes; a head comes in one piece. */
const longestHead = 2_000

/** Of a whole answer, by its head. */
function lengthOf(answer: string): number {
  const head = answer.indexOf('\r\n\r\n')
  const body = /\r\ncontent-length: (\d+)\r\n/i.exec(answer)?.[1]
  if (!answer.startsWith('HTTP/1.1 200 ') || head < 0 || body === undefined) throw new Error(`not as asked: ${answer}`)
  return head + 4 + Number(body)
}
