// The origin of a request: its address, for the audit log, and its network, for limits by address.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, SocketAddress } from 'node:net'

declare const isNetwork: unique symbol
/** The unit of limits by address: an IPv4 address ('192.0.2.7'), or the /64 of an IPv6 one ('2001:db8:0:1'). */
export type Network = string & { readonly [isNetwork]: true }

/**
 * The client of one request. Limits count its `network`, because an IPv6 subscriber usually has 2^64 addresses (N-02). Only
 * `clientAddress` creates a `Network`, so that no limit can count a bare address.
 */
export type ClientAddress = { readonly address: string; readonly network: Network }

/** Normalises an address: shortest form, no zone, and IPv4-mapped IPv6 as IPv4. */
export function clientAddress(written: string): ClientAddress {
  const address = shortest(written)
  return { address, network: networkOf(address) }
}

/**
 * Returns a function that reads a request's client address: the peer's, or, if the peer is one of `trustedProxies` (addresses or
 * CIDR ranges), the last entry of X-Forwarded-For that is not one of them. Entries that a client forged are further left and are
 * never reached.
 */
export function clientAddressReader(
  trustedProxies: readonly string[] = [],
): (request: IncomingMessage) => ClientAddress {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', prefix] = proxy.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string): boolean => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (request) => {
    let address = shortest(request.socket.remoteAddress ?? '')
    if (trustedProxies.length > 0) {
      const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
      while (isIP(address) !== 0 && isTrusted(address)) {
        const next = shortest(forwarded.pop()?.trim() ?? '')
        if (isIP(next) === 0) break
        address = next
      }
    }
    return clientAddress(address)
  }
}

function shortest(written: string): string {
  if (isIP(written) !== 6) return written
  const { address } = new SocketAddress({ address: written.replace(/%.*/, ''), family: 'ipv6' })
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** The network of an address in its shortest form. */
function networkOf(address: string): Network {
  if (isIP(address) !== 6) return address as Network
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  // An IPv4 address at the end replaces the last two groups.
  const last = tail === undefined || tail === '' ? [] : tail.replace(/[\d.]+\.\d+$/, '0:0').split(':')
  const zeros = Array<string>(tail === undefined ? 0 : 8 - first.length - last.length).fill('0')
  return [...first, ...zeros, ...last].slice(0, 4).join(':') as Network
}
