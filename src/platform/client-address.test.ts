import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { clientAddressReader } from './client-address.ts'

const request = (remoteAddress: string, forwarded?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

it('takes the address of the peer and believes no header without a trusted proxy', () => {
  expect(clientAddressReader()(request('::ffff:192.0.2.7', '198.51.100.1'))).toBe('192.0.2.7')
})

it('takes the last address that is no trusted proxy', () => {
  const read = clientAddressReader(['10.0.0.0/8', '::1'])
  expect(read(request('10.1.2.3', '203.0.113.9, 198.51.100.1, 10.9.9.9'))).toBe('198.51.100.1')
  expect(read(request('::1', '198.51.100.1'))).toBe('198.51.100.1')
  expect(read(request('192.0.2.7', '198.51.100.1'))).toBe('192.0.2.7')
})

it('stays with the proxy where the header is missing or no address', () => {
  const read = clientAddressReader(['10.0.0.1'])
  expect(read(request('10.0.0.1'))).toBe('10.0.0.1')
  expect(read(request('10.0.0.1', 'unknown'))).toBe('10.0.0.1')
})
