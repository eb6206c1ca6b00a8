import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddress, clientAddressReader } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

it('The client address is the peer’s when no proxy is trusted, regardless of headers', () => {
  expect(clientAddressReader()(request('::ffff:192.0.2.7', '198.51.100.1')).address).toBe('192.0.2.7')
})

it('The client address is the last forwarded one that is not a trusted proxy', () => {
  const read = clientAddressReader(['10.0.0.0/8', '::1'])
  expect(read(request('10.1.2.3', '203.0.113.9, 198.51.100.1, 10.9.9.9')).address).toBe('198.51.100.1')
  expect(read(request('::1', '198.51.100.1')).address).toBe('198.51.100.1')
  expect(read(request('192.0.2.7', '198.51.100.1')).address).toBe('192.0.2.7')
})

it('The client address is the proxy’s when the header is missing or invalid', () => {
  const read = clientAddressReader(['10.0.0.1'])
  expect(read(request('10.0.0.1')).address).toBe('10.0.0.1')
  expect(read(request('10.0.0.1', 'unknown')).address).toBe('10.0.0.1')
})

it('The client address is the forwarded one even if the address of a trusted proxy is written as IPv6', () => {
  const read = clientAddressReader(['10.0.0.1'])
  expect(read(request('::ffff:10.0.0.1', '198.51.100.1, ::FFFF:A00:1')).address).toBe('198.51.100.1')
})

it.each(['192.0.2.7', '::ffff:192.0.2.7', '::FFFF:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:FFFF:C000:0207'])(
  '[N-02] %s counts as its IPv4 address',
  (written) => expect(clientAddress(written)).toEqual({ address: '192.0.2.7', network: '192.0.2.7' }),
)

it.each([
  '2001:db8:0:1::',
  '2001:db8:0:1::7',
  '2001:DB8:0:1:5:6:7:8',
  '2001:0db8:0000:0001:0000:0000:0000:0007',
  '2001:db8::1:0:0:0:2',
  '2001:db8:0:1::192.0.2.7',
  '2001:db8:0:1::7%eth0',
])('[N-02] %s counts as its /64', (written) => expect(clientAddress(written).network).toBe('2001:db8:0:1'))

it.each([
  ['::1', '0:0:0:0'],
  ['::192.0.2.7', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['1::', '1:0:0:0'],
  ['2001:db8:0:2::7', '2001:db8:0:2'],
  ['', ''],
  ['not an address', 'not an address'],
])('[N-02] %j counts as the network %j', (written, network) => expect(clientAddress(written).network).toBe(network))
