// The origin of a request: its address, for the audit log, and its network, for limits by address.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
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
 * CIDR ranges), the last entry of X-Forwarded-For (without that header, of Forwarded) that is not one of them. Entries that a client
 * forged are further left and are never reached.
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
      const forwarded = forwardedNodes(request.headers)
      while (isIP(address) !== 0 && isTrusted(address)) {
        const next = shortest(addressOfNode(forwarded.pop() ?? ''))
        if (isIP(next) === 0) break
        address = next
      }
    }
    return clientAddress(address)
  }
}

/** The entries of X-Forwarded-For, without that header the `for` of each element of Forwarded (RFC 7239), empty if it has none. */
function forwardedNodes({ 'x-forwarded-for': nodes, forwarded }: IncomingHttpHeaders): string[] {
  if (nodes !== undefined)
    return [nodes]
      .flat()
      .join(',')
      .split(',')
      .map((node) => node.trim())
      .filter(Boolean)
  // Commas and semicolons may be in a quoted value.
  const elements = forwarded?.match(/(?:"(?:[^"\\]|\\.)*"|[^",])+/g) ?? []
  return elements.map((element) => /(?:^|;)\s*for\s*=\s*("[^"]*"|[^";\s]+)\s*(?:;|$)/i.exec(element)?.[1] ?? '')
}

/** The address in an entry such as '192.0.2.7:51234', '[2001:db8::7]:443' or '"[2001:db8::7]"'; any other entry is unchanged. */
function addressOfNode(node: string): string {
  const plain = node.replace(/^"(.*)"$/, '$1')
  return /^\[([^\]]+)\](?::\w+)?$/.exec(plain)?.[1] ?? /^([\d.]+):\w+$/.exec(plain)?.[1] ?? plain
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
