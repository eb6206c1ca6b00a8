import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddress, clientAddressReader } from './client-address.ts'

const withHeaders = (remoteAddress: string, headers: IncomingHttpHeaders): IncomingMessage =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage
const request = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  withHeaders(remoteAddress, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })

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

it.each([
  ['203.0.113.9:51234', '203.0.113.9'],
  ['"203.0.113.9:51234"', '203.0.113.9'],
  ['[2001:db8::7]:443', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:DB8:0:0::7', '2001:db8::7'],
  ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
  ['198.51.100.1:1, 203.0.113.9:2, 10.9.9.9:3', '203.0.113.9'],
  ['203.0.113.9, ,', '203.0.113.9'],
  ['unknown:80', '10.0.0.2'],
  ['203.0.113.9:51234:1', '10.0.0.2'],
  ['[203.0.113.9', '10.0.0.2'],
  ['203.0.113.999:80', '10.0.0.2'],
])('The client address behind X-Forwarded-For: %s is %s', (header, address) => {
  expect(clientAddressReader(['10.0.0.0/8'])(request('10.0.0.2', header)).address).toBe(address)
})

it.each([
  ['for=203.0.113.9', '203.0.113.9'],
  ['For="203.0.113.9:51234";proto=https;by=10.0.0.2', '203.0.113.9'],
  ['for="[2001:db8::7]:443"', '2001:db8::7'],
  ['proto=https;for="[2001:db8::7]"', '2001:db8::7'],
  ['for=198.51.100.1, for=203.0.113.9;host="a,b;for=192.0.2.1", for="10.9.9.9:_x"', '203.0.113.9'],
  ['for=203.0.113.9, for=unknown', '10.0.0.2'],
  ['for=_hidden', '10.0.0.2'],
  ['proto=https', '10.0.0.2'],
  ['for=203.0.113.9, proto=https', '10.0.0.2'],
  ['host="for=192.0.2.1"', '10.0.0.2'],
  ['', '10.0.0.2'],
])('The client address behind Forwarded: %s is %s', (header, address) => {
  const read = clientAddressReader(['10.0.0.0/8'])
  expect(read(withHeaders('10.0.0.2', { forwarded: header })).address).toBe(address)
})

it('The client address is from X-Forwarded-For if a client sent Forwarded, too, and a peer that is not trusted sets neither', () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=198.51.100.1' }
  const read = clientAddressReader(['10.0.0.0/8'])
  expect(read(withHeaders('10.0.0.2', headers)).address).toBe('203.0.113.9')
  expect(read(withHeaders('192.0.2.7', headers)).address).toBe('192.0.2.7')
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
