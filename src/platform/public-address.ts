// Restricts outgoing connections to public addresses, so that no host name leads into the private network.
import { lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

const notPublic = new BlockList()
/**
 * The ranges of IANA's special-purpose registries (RFC 6890) that can lead to this machine or into a private network, also through
 * an IPv4 address inside an IPv6 one; and multicast.
 */
const ranges: [address: string, prefix: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['2001::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]
for (const [address, prefix, family] of ranges) notPublic.addSubnet(address, prefix, family)

/**
 * True for an address of the public internet; false for private, loopback, link-local and multicast addresses, and for a text
 * that is no address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !notPublic.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** True for a host name that should resolve on the public internet: 'www.example.org', but not 'localhost' or 'simulator'. */
export function isPublicHost(hostname: string): boolean {
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return isPublicAddress(hostname.replace(/^\[|\]$/g, ''))
  return hostname.includes('.') && !/\.(?:local|localhost|internal|test|home\.arpa)$/.test(hostname)
}

/** The code of the error for a name that resolves to an address that is not public. */
export const privateAddressCode = 'ROLLCALL_PRIVATE_ADDRESS'

/** A name look-up for sockets that refuses names which resolve to an address that is not public. */
export function publicOnly(resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      const [first] = addresses
      // A socket throws an error that nobody can catch when it gets no address.
      if (!first) return callback(noAddress(hostname), [])
      const refused = addresses.find(({ address }) => !isPublicAddress(address))
      if (refused)
        return callback(
          Object.assign(new Error(`${hostname} resolves to ${refused.address}`), { code: privateAddressCode }),
          [],
        )
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
}

/** The system's error for a name without an address. */
const noAddress = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
