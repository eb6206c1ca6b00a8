// A TCP proxy in front of a server. A test can cut, silence or delay its connections, or drop the packets of all of them.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type ProxiedConnection = {
  /** Closes both ends at once. */
  cut(): void
  /** Drops all bytes in both directions without closing either end, until `cut`. */
  silence(): void
  isSilent(): boolean
  /** Delays all further bytes, in ms; 0 for no delay. */
  delay(ms: number): void
}

export type TcpProxy = {
  port: number
  connections(): ProxiedConnection[]
  /** The port to which new connections lead; with null they are refused. */
  setTarget(port: number | null): void
  /**
   * Simulates lost packets: bytes on open connections arrive when the loss ends, as TCP resends them; new connections get no
   * answer, and are closed when it ends.
   */
  dropPackets(isDropping: boolean): void
  close(): Promise<void>
}

type Schedule = (ms: number, act: () => void) => void

/** Runs each action after its delay in ms, and never before an action that was scheduled earlier. */
export function openSchedule(): Schedule {
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
  /** Deliveries that wait until packets are no longer dropped, in order. */
  let dropped: (() => void)[] = []
  const arrive = (act: () => void): void => void (isDropping ? dropped.push(act) : act())
  const open = new Map<ProxiedConnection, Socket>()
  const unanswered = new Set<Socket>()
  // `near` is the connection to the client, `far` the one to the target.
  const server = createServer({ noDelay: true }, (near) => {
    near.on('error', () => {})
    if (currentTarget === null) return void near.destroy()
    if (isDropping) return void unanswered.add(near)
    const far = connect({ port: currentTarget, host: '127.0.0.1', noDelay: true })
    let isSilent = false
    let delayMs = 0
    // Bytes arrive in order, even after a delay was shortened.
    const [toServer, toClient] = [openSchedule(), openSchedule()]
    const pass = (to: Socket, schedule: Schedule) => (chunk: Buffer) => {
      if (!isSilent) schedule(delayMs, () => arrive(() => void (to.destroyed || to.write(chunk))))
    }
    const connection: ProxiedConnection = {
      cut() {
        near.destroy()
        far.destroy()
        open.delete(connection)
      },
      silence: () => void (isSilent = true),
      isSilent: () => isSilent,
      delay: (ms) => void (delayMs = ms),
    }
    open.set(connection, near)
    near.on('data', pass(far, toServer))
    far.on('data', pass(near, toClient))
    far.on('error', () => {})
    const closeAfter = (other: Socket, schedule: Schedule) => () => {
      if (isSilent) return
      open.delete(connection)
      // Delayed bytes arrive before the connection ends.
      schedule(delayMs, () => arrive(() => void other.destroy()))
    }
    near.on('close', closeAfter(far, toServer))
    far.on('close', closeAfter(near, toClient))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const drop = (starts: boolean): void => {
    isDropping = starts
    if (starts) return
    for (const near of unanswered) near.destroy()
    unanswered.clear()
    const late = dropped
    dropped = []
    for (const act of late) act()
  }
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => [...open.keys()],
    setTarget: (port) => void (currentTarget = port),
    dropPackets: drop,
    async close() {
      drop(false)
      for (const connection of open.keys()) connection.cut()
      server.close()
      await once(server, 'close')
    },
  }
}
