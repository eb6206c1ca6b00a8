// By which names people reach this server: what a request says in its Host is only believed where it cannot be the name of
// another site that leads here (DNS rebinding; docs/decisions/021).
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { hostname } from 'node:os'

/** True for a name that leads to this machine on every machine: 'localhost', '127.0.0.1', '[::1]', 'demo.localhost'. */
export const isLoopbackName = (name: string): boolean =>
  /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(name)

/** The name in a Host header, in lower case and without its port; undefined where that is no host. */
export function nameIn(host: string | undefined): string | undefined {
  const [, name] = /^([\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.exec(host ?? '') ?? []
  return name?.toLowerCase().replace(/\.$/, '')
}

/**
 * A rule for the Host of requests. Without a configured address, and in a demo, whose mails and administrator are open to
 * whoever reaches it, only names answer that no other site can have: addresses in numbers, localhost, this machine's own
 * name, and the configured one. Where an address is configured nothing else depends on the Host, and a proxy may send what
 * it likes.
 */
export function ownHosts({
  publicUrl,
  source,
}: {
  readonly publicUrl: string | undefined
  readonly source?: unknown
}): (headers: IncomingHttpHeaders) => boolean {
  if (publicUrl !== undefined && source !== undefined) return () => true
  const machine = hostname().toLowerCase()
  const [label = machine] = machine.split('.')
  const names = new Set([machine, label, `${label}.local`])
  if (publicUrl !== undefined) names.add(new URL(publicUrl).hostname)
  /** Nearly all requests name the same. */
  let last: { host: string | undefined; isOwn: boolean } | undefined
  return ({ host }) => {
    if (!last || last.host !== host) {
      const name = nameIn(host)
      const isOwn = name !== undefined && (isLoopbackName(name) || isNumeric(name) || names.has(name))
      last = { host, isOwn }
    }
    return last.isOwn
  }
}

const isNumeric = (name: string): boolean => isIP(name.replace(/^\[|\]$/g, '')) !== 0
