// The HTTP server under the framework, with a bounded shutdown.
import { type RequestListener, Server } from 'node:http'
import type { Socket } from 'node:net'
import { hasSeveralHosts } from '#platform/own-host.ts'

/** In ms. Longer than the idle timeout of most proxies, 60 s. */
const keepAliveTimeout = 72_000
/** In ms, for the headers and body of a request (quality/security.md N-09). */
const requestTimeout = 30_000
/** How long a connection may stay idle during shutdown, in ms (reliability R-09). */
const shutdownIdleTime = 1_000
/** How long open requests may take during shutdown, in ms, because an incomplete one may never be completed. */
const shutdownTimeout = 5_000

export class HttpServer extends Server {
  readonly #open = new Set<Socket>()

  /** A request that is not complete within `requestWithin` ms, or has several Host headers, causes 'clientError'. */
  constructor(answer: RequestListener, requestWithin = requestTimeout) {
    super(
      { requestTimeout: requestWithin, connectionsCheckingInterval: Math.min(1_000, requestWithin / 4) },
      (request, response) => {
        if (hasSeveralHosts(request)) this.emit('clientError', new Error('several Host headers'), request.socket)
        else answer(request, response)
      },
    )
    this.keepAliveTimeout = keepAliveTimeout
    this.on('connection', (socket) => {
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  /**
   * Stops accepting connections, drains the open requests for at most five seconds, then closes their connections. Node's own
   * `close` waits forever for a connection that has sent no request.
   */
  override close(done?: (error?: Error) => void): this {
    this.keepAliveTimeout = shutdownIdleTime
    setTimeout(() => setImmediate(() => this.#closeUnused()), shutdownIdleTime).unref()
    setTimeout(() => this.closeAllConnections(), shutdownTimeout).unref()
    return super.close(done)
  }

  /**
   * Closes connections without a request. Call it only after pending input was read, because a busy process leaves requests in
   * the kernel's buffers.
   */
  #closeUnused(): void {
    for (const socket of this.#open) if (socket.bytesRead === 0) socket.destroy()
  }
}
