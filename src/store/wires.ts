// The sockets to PostgreSQL, watched. On a way on which packets are dropped and nobody is told (reliability R-12) a question
// would wait as long as the operating system goes on trying: a quarter of an hour, and with it all who come after.
import { connect, type Socket } from 'node:net'
import { systemClock } from '#platform/clock.ts'

export type Wires = {
  /**
   * A socket to the database for the driver, about to be connected. `patience`: what an answer may take on it, in ms. One
   * that is to be encrypted is not watched: what goes over it cannot be seen here.
   */
  open(target: Target, patience: number): Socket
  /** The last that was tried ended before anything was heard on it, and none is open on which something was. */
  isAway(): boolean
  /** Watches no longer; for when all sockets are closed. */
  close(): void
}

/** As the driver tells it: a path on this machine, or hosts and their ports, of which the first counts. */
type Target = { path?: string | false; host: string[]; port: number[]; ssl?: unknown }

type Wire = {
  target: Target
  patience: number
  heardAt: number
  wasHeard: boolean
  /** The first question since the last answer, null while nothing is awaited. */
  askedAt: number | null
  /** Looks in a row at which the answer was overdue: a process that was stopped itself has it waiting at its door. */
  overdue: number
}

const lookEvery = 1_000
const overdueLooks = 2
/** What a server that can be reached answers at once, however busy its disk is: whether it speaks TLS. */
const knock = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const knockPatience = 5_000
/** An answer so much overdue does not come any more, although the server can be reached, in ms. */
const lost = 30_000
/** The end of an answer: the server is ready for the next question (PostgreSQL's protocol, ReadyForQuery). */
const ready = Buffer.from([0x5a, 0, 0, 0, 5])

const dial = ({ path, host, port }: Target): Socket => (path ? connect(path) : connect(port[0] ?? 5432, host[0]))

/** Goes by the real clock, for the network does. */
export function createWires(): Wires {
  const wires = new Map<Socket, Wire>()
  const now = (): number => systemClock.monotonic()
  let knocking = false
  let wasInVain = false

  function look(): void {
    for (const [socket, wire] of wires) {
      const late = wire.askedAt === null ? 0 : now() - wire.askedAt - wire.patience
      wire.overdue = late > 0 ? wire.overdue + 1 : 0
      if (wire.overdue < overdueLooks || wire.askedAt === null) continue
      if (late > lost) socket.destroy()
      else if (!knocking) void knockAt(wire.target, wire.askedAt)
    }
  }

  /** Where nobody answers, everything is dead on which nothing was heard since. */
  async function knockAt(target: Target, since: number): Promise<void> {
    knocking = true
    if (!(await answers(target))) for (const [socket, { heardAt }] of wires) if (heardAt <= since) socket.destroy()
    knocking = false
  }

  const looks = systemClock.every(lookEvery, look)

  return {
    open(target, patience) {
      const socket = dial(target)
      if (target.ssl) return socket
      const wire: Wire = { target, patience, heardAt: now(), wasHeard: false, askedAt: null, overdue: 0 }
      wires.set(socket, wire)
      const write = socket.write.bind(socket) as Socket['write']
      socket.write = ((...args: Parameters<Socket['write']>) => {
        wire.askedAt ??= now()
        return write(...args)
      }) as Socket['write']
      socket.on('data', (chunk: Buffer) => {
        wire.heardAt = now()
        wire.wasHeard = true
        wasInVain = false
        // A notification comes unasked; what has not ended yet is being answered.
        if (chunk.subarray(-6, -1).equals(ready)) wire.askedAt = null
        else if (wire.askedAt !== null) wire.askedAt = wire.heardAt
      })
      // The driver tries again without a pause where a connection ends without an error before anything was heard.
      socket.once('end', () => {
        if (!wire.wasHeard) socket.destroy(Object.assign(new Error('the database hung up'), { code: 'ECONNRESET' }))
      })
      socket.once('close', () => {
        wires.delete(socket)
        if (!wire.wasHeard) wasInVain = true
      })
      return socket
    },
    isAway: () => wasInVain && ![...wires.values()].some(({ wasHeard }) => wasHeard),
    close: () => void looks.stop(),
  }
}

const answers = (target: Target): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = dial(target)
    const finish = (answered: boolean): void => {
      cancel()
      socket.destroy()
      resolve(answered)
    }
    const cancel = systemClock.after(knockPatience, () => finish(false))
    socket.once('connect', () => socket.write(knock))
    socket.once('data', () => finish(true))
    // Refused is answered, too: then the driver has heard of it.
    socket.once('error', () => finish(true))
    socket.once('close', () => finish(true))
  })
