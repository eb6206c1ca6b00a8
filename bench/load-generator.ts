// A load generator: many sockets in a separate process. It implements just enough of the WebSocket protocol to count messages, so
// that the figures measure the server and not ten thousand clients on the same machine.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { nextMessageOf } from './child-message.ts'
import { machineNow } from './figure.ts'
import type { LoadCommand, LoadReport } from './load-generator-process.ts'

export type LoadOptions = {
  port: number
  sockets: number
  /** `rollcall` sends `subscribe` and waits for the confirmation; the others wait until the socket is open. */
  protocol: 'rollcall' | 'ws' | 'socket.io'
  subscribe?: string
  /** Used by the sockets in turn. */
  cookies?: readonly string[]
  opensPerSecond?: number
  /** Reconnects with the app client's back-off when a socket closes. By default the load generator then fails. */
  reconnects?: boolean
  /** Does not reconnect when an open socket closes; `closed` resolves when all have closed. */
  staysClosed?: boolean
}

/** When the last expected message arrived (`machineNow`), the bytes of all sockets, and the first message. */
export type Received = { last: number; bytes: number; sample: string }
/** The sequence number and arrival time (`machineNow`) of each message about a match. */
export type MatchTimes = { seqs: number[]; at: number[] }

/** The close code (0 for none) and time (`machineNow`) of each socket, and how many closes named a `retryAfterMs`. */
export type Closes = { codes: number[]; at: number[]; withRetryAfter: number }

export type LoadGenerator = {
  /** `done` resolves when all sockets together have received `messages` × `sockets` more messages of at least 300 bytes. */
  expect(messages: number): Promise<{ done: Promise<Received> }>
  /** Records the arrival of every message about a match until the returned function is called. */
  recordMatchTimes(): Promise<() => Promise<MatchTimes>>
  /**
   * Resolves when all sockets that close from now on are subscribed again; `last` is the time (`machineNow`) of the last one,
   * `opens` and `refused` count the attempts since all sockets were last open.
   */
  reconnected(): Promise<{ last: number; opens: number; refused: number }>
  /** Resolves when all sockets are closed. */
  closed(): Promise<Closes>
  close(): Promise<void>
}

/** Opens the sockets; resolves when all of them are open and, with the protocol `rollcall`, subscribed. */
export async function openLoadGenerator(options: LoadOptions): Promise<LoadGenerator> {
  const child = fork(new URL('./load-generator-process.ts', import.meta.url), { serialization: 'advanced' })
  const next = async <Kind extends LoadReport['kind']>(kind: Kind): Promise<Extract<LoadReport, { kind: Kind }>> => {
    for (;;) {
      const message = await nextMessageOf<LoadReport>(child, 'the load generator')
      if (message.kind === kind) return message as Extract<LoadReport, { kind: Kind }>
    }
  }
  const send = (command: LoadCommand): void => void child.send(command)
  const { subscribe = '', cookies = [], opensPerSecond = 5_000, reconnects = false, staysClosed = false } = options
  send({
    kind: 'open',
    options: {
      ...options,
      subscribe,
      cookies,
      opensPerSecond,
      reconnects,
      staysClosed,
    },
  })
  await next('ready')
  return {
    async expect(messages) {
      const started = next('expecting')
      send({ kind: 'expect', messages })
      await started
      return { done: next('received') }
    },
    async recordMatchTimes() {
      const started = next('recording')
      send({ kind: 'record match times' })
      await started
      return async () => {
        const times = next('match times')
        send({ kind: 'send match times' })
        return times
      }
    },
    async reconnected() {
      const from = machineNow()
      for (;;) {
        const report = await next('reconnected')
        // A report about sockets that the server moved before the call may arrive only now.
        if (report.last > from) return report
      }
    },
    closed: () => next('closed'),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
