// Whose request it is, for limits by address and for the audit list.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/**
 * A reader of a request's client address: the peer's, or, while the peer is one of `trustedProxies` (addresses or CIDR
 * ranges), the last entry of X-Forwarded-For that is not one of them. What a client writes there itself stands further
 * left and is never reached.
 */
export function clientAddressReader(trustedProxies: readonly string[] = []): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string): boolean => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (request) => {
    let address = plain(request.socket.remoteAddress ?? '')
    if (trustedProxies.length === 0) return address
    const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    while (isIP(address) !== 0 && isTrusted(address)) {
      const next = plain(forwarded.pop()?.trim() ?? '')
      if (isIP(next) === 0) break
      address = next
    }
    return address
  }
}

/** '192.0.2.1' for '::ffff:192.0.2.1', as a socket that takes both families writes it. */
const plain = (address: string): string =>
  address.startsWith('::ffff:') ? address.replace(/^::ffff:(?=\d+\.)/, '') : address
