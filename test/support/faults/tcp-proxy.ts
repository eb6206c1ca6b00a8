// A wire that can be cut: a TCP proxy before a server, whose connections break, fall silent or slow down when told.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type ProxiedConnection = {
  /** Ends it at once, as a phone that changes networks does. */
  cut(): void
  /** Nothing arrives any more, in either direction, and neither end is told: a tunnel. Until `cut`. */
  silence(): void
  isSilent(): boolean
  /** Holds everything back by so many ms from now on; 0 for no delay. */
  delay(ms: number): void
}

export type TcpProxy = {
  port: number
  connections(): ProxiedConnection[]
  /** Where the next connections lead; null refuses them. */
  setTarget(port: number | null): void
  /**
   * While it lasts packets are dropped and nobody is told: no connection comes up, and what is sent on the others arrives
   * when it is over, for TCP sends it again and again.
   */
  dropPackets(isDropping: boolean): void
  close(): Promise<void>
}

type Schedule = (ms: number, act: () => void) => void

/** Does things after so many ms each, and never one before another that was ordered earlier. */
export function inOrder(): Schedule {
  let last: Promise<void> | null = null
  return (ms, act) => {
    if (ms === 0 && last === null) return act()
    const due = performance.now() + ms
    const own = (last ?? Promise.resolve())
      .then(() => wait(Math.max(0, due - performance.now())))
      .then(() => {
        if (last === own) last = null
        act()
      })
    last = own
  }
}

/** Opens a proxy on a free port of this machine. */
export async function openTcpProxy(target: number | null = null): Promise<TcpProxy> {
  let currentTarget = target
  let isDropping = false
  /** What arrives when no packet is dropped any more, in order. */
  let dropped: (() => void)[] = []
  const arrive = (act: () => void): void => void (isDropping ? dropped.push(act) : act())
  const wires = new Map<ProxiedConnection, Socket>()
  const unanswered = new Set<Socket>()
  const server = createServer({ noDelay: true }, (near) => {
    near.on('error', () => {})
    if (currentTarget === null) return void near.destroy()
    if (isDropping) return void unanswered.add(near)
    const far = connect({ port: currentTarget, host: '127.0.0.1', noDelay: true })
    let isSilent = false
    let held = 0
    // Nothing overtakes what is still held back, also when the wire has become quick again.
    const [forth, back] = [inOrder(), inOrder()]
    const pass = (to: Socket, order: Schedule) => (chunk: Buffer) => {
      if (!isSilent) order(held, () => arrive(() => void (to.destroyed || to.write(chunk))))
    }
    const wire: ProxiedConnection = {
      cut() {
        near.destroy()
        far.destroy()
        wires.delete(wire)
      },
      silence: () => void (isSilent = true),
      isSilent: () => isSilent,
      delay: (ms) => void (held = ms),
    }
    wires.set(wire, near)
    near.on('data', pass(far, forth))
    far.on('data', pass(near, back))
    far.on('error', () => {})
    const ended = (other: Socket, order: Schedule) => () => {
      if (isSilent) return
      wires.delete(wire)
      // What is still held back arrives before the end.
      order(held, () => arrive(() => void other.destroy()))
    }
    near.on('close', ended(far, forth))
    far.on('close', ended(near, back))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = (is: boolean): void => {
    isDropping = is
    if (is) return
    for (const near of unanswered) near.destroy()
    unanswered.clear()
    const late = dropped
    dropped = []
    for (const act of late) act()
  }
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => [...wires.keys()],
    setTarget: (port) => void (currentTarget = port),
    dropPackets: drop,
    async close() {
      drop(false)
      for (const wire of wires.keys()) wire.cut()
      server.close()
      await once(server, 'close')
    },
  }
}
