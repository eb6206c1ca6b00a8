// A crowd of sockets in a process of its own. They speak just enough of the WebSocket protocol to count what comes, so
// that the figures are the server's and not those of ten thousand clients on the same machine.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { CrowdOrder, CrowdWord } from './crowd-process.ts'

export type CrowdOptions = {
  port: number
  sockets: number
  /** `rollcall` says `hello` and waits for the confirmation, the others wait until they may be sent to. */
  speaks: 'rollcall' | 'ws' | 'socket.io'
  hello?: string
  /** Given out in turns. */
  cookies?: readonly string[]
  /** How many begin to open each second. */
  perSecond?: number
  /** Comes back as the client of the app does when its server goes away. */
  returns?: boolean
  /** Stays away when it is closed. */
  leaves?: boolean
}

/** When the last socket had it all, in ms of `machineNow`, what all of them got by then, and one of the messages. */
export type Heard = { last: number; bytes: number; sample: string }
/** Of each message about a match: its place in the log, and when it came. */
export type Noted = { seqs: number[]; at: number[] }

/** How each socket was closed: by which code (0: without a word), when (`machineNow`), and how many were told when to come back. */
export type Left = { codes: number[]; at: number[]; told: number }

export type Crowd = {
  /** Counts from now: `done` resolves when every socket has got so many messages of at least 300 bytes. */
  expect(messages: number): Promise<{ done: Promise<Heard> }>
  /** Notes every message about a match from now on; the function ends it. */
  note(): Promise<() => Promise<Noted>>
  /** The sockets that are gone come back: resolves with when (`machineNow`) the last was confirmed again. */
  returned(): Promise<{ last: number; opens: number; refused: number }>
  /** Resolves when all sockets are closed that were to leave. */
  left(): Promise<Left>
  close(): Promise<void>
}

/** Opens the sockets; resolves when all of them are subscribed. */
export async function openCrowd(options: CrowdOptions): Promise<Crowd> {
  const child = fork(new URL('./crowd-process.ts', import.meta.url), { serialization: 'advanced' })
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`the crowd's process ended with ${String(code)}`)
  })
  failed.catch(() => {})
  const hear = async <Kind extends CrowdWord['kind']>(kind: Kind): Promise<Extract<CrowdWord, { kind: Kind }>> => {
    for (;;) {
      const [word] = (await Promise.race([once(child, 'message'), failed])) as [CrowdWord]
      if (word.kind === kind) return word as Extract<CrowdWord, { kind: Kind }>
    }
  }
  const order = (what: CrowdOrder): void => void child.send(what)
  const { hello = '', cookies = [], perSecond = 5_000, returns = false, leaves = false } = options
  order({ kind: 'open', options: { ...options, hello, cookies, perSecond, returns, leaves } })
  await hear('ready')
  return {
    async expect(messages) {
      const begun = hear('expecting')
      order({ kind: 'expect', messages })
      await begun
      return { done: hear('heard') }
    },
    async note() {
      const begun = hear('noting')
      order({ kind: 'note' })
      await begun
      return async () => {
        const noted = hear('noted')
        order({ kind: 'tell' })
        return noted
      }
    },
    returned: () => hear('returned'),
    left: () => hear('left'),
    async close() {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    },
  }
}
