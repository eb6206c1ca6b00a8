// A wire that can be cut: a TCP proxy before a server, whose connections break, fall silent or slow down when told.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type Wire = {
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
  wires(): Wire[]
  /** Where the next connections lead; null refuses them. */
  lead(port: number | null): void
  /**
   * While it lasts packets are dropped and nobody is told: no connection comes up, and what is sent on the others arrives
   * when it is over, for TCP sends it again and again.
   */
  drop(isDropping: boolean): void
  close(): Promise<void>
}

/** Opens a proxy on a free port of this machine. */
export async function openTcpProxy(target: number | null = null): Promise<TcpProxy> {
  let leadsTo = target
  let isDropping = false
  /** What arrives when no packet is dropped any more, in order. */
  let dropped: (() => void)[] = []
  const arrive = (act: () => void): void => void (isDropping ? dropped.push(act) : act())
  const wires = new Map<Wire, Socket>()
  const unanswered = new Set<Socket>()
  const server = createServer({ noDelay: true }, (near) => {
    near.on('error', () => {})
    if (leadsTo === null) return void near.destroy()
    if (isDropping) return void unanswered.add(near)
    const far = connect({ port: leadsTo, host: '127.0.0.1', noDelay: true })
    let isSilent = false
    let held = 0
    const pass = (to: Socket) => (chunk: Buffer) => {
      const send = (): void => void (to.destroyed || to.write(chunk))
      if (isSilent) return
      if (held === 0) arrive(send)
      else setTimeout(() => arrive(send), held)
    }
    const wire: Wire = {
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
    near.on('data', pass(far))
    far.on('data', pass(near))
    far.on('error', () => {})
    const ended = (other: Socket) => () => {
      if (isSilent) return
      wires.delete(wire)
      // What is still held back arrives before the end.
      setTimeout(() => arrive(() => other.destroy()), held)
    }
    near.on('close', ended(far))
    far.on('close', ended(near))
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
    wires: () => [...wires.keys()],
    lead: (port) => void (leadsTo = port),
    drop,
    async close() {
      drop(false)
      for (const wire of wires.keys()) wire.cut()
      server.close()
      await once(server, 'close')
    },
  }
}
