// The HTTP server beneath the framework, and how it ends.
import { type RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'

/** In ms: longer than proxies keep a connection that is not used, which is 60 s for most. */
const keptAlive = 72_000
/** In ms: a request that is not whole by then, headers and body, is refused (quality/security.md N-09). */
const wholeWithin = 30_000
/** In ms: who has connected before the server closes, and has asked nothing yet, has so long to ask (reliability R-09). */
const silentFor = 1_000
/** In ms: what is under way has so long to be asked and answered; half a request may never become a whole one. */
const endsWithin = 5_000

export class HttpServer extends Server {
  readonly #open = new Set<Socket>()

  /** A request that has not arrived whole within `requestWithin` ms ends in 'clientError'. */
  constructor(answer: RequestListener, requestWithin = wholeWithin) {
    super({ requestTimeout: requestWithin, connectionsCheckingInterval: Math.min(1_000, requestWithin / 4) }, answer)
    this.keepAliveTimeout = keptAlive
    this.on('connection', (socket) => {
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  /** Takes no more connections; done when all there are have ended, for which Node alone would wait for ever. */
  override close(done?: (error?: Error) => void): this {
    // Who is answered from now on is not waited for any longer.
    this.keepAliveTimeout = silentFor
    setTimeout(() => setImmediate(() => this.#endSilent()), silentFor).unref()
    setTimeout(() => this.closeAllConnections(), endsWithin).unref()
    return super.close(done)
  }

  /** To be called when all that has come was read: what waits in the kernel while the process is busy is no silence. */
  #endSilent(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy()
  }
}
