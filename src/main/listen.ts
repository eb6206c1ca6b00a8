// Opens a port of this process.
import { type AddressInfo, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { errorCode, explainListenError } from '#platform/start-error.ts'

/**
 * The number of connections that the kernel queues for a busy process: when 9,000 clients return at once, a proxy's health
 * check must not wait for a place in the queue. Linux limits the number to net.core.somaxconn, 4,096 by default.
 */
const backlog = 4_096

/**
 * Listens on the first free port of `ports`; `variable` is the setting that names them. Resolves with the address at which this
 * machine reaches the server.
 * @throws StartError if none can be opened.
 */
export async function listenOn(
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
  variable: 'PORT' | 'INGEST_PORT',
): Promise<string> {
  for (const [index, port] of ports.entries())
    try {
      await app.listen({ host, port, backlog })
      break
    } catch (error) {
      const mayTryNext = errorCode(error) === 'EADDRINUSE' && index + 1 < ports.length
      if (!mayTryNext) throw explainListenError(error, port, variable)
    }
  return `http://${shownHost(host)}:${(app.server.address() as AddressInfo).port}`
}

/** The host name at which this machine reaches the address that the server listens on. */
function shownHost(host: string): string {
  if (['0.0.0.0', '127.0.0.1', '::', '::1'].includes(host)) return 'localhost'
  return isIPv6(host) ? `[${host}]` : host
}
