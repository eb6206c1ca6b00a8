import { expect, it } from 'vitest'
import type { lookup, LookupAddress } from 'node:dns'
import { isPublicAddress, isPublicHost, privateAddressCode, publicOnly } from './public-address.ts'

it.each([
  '10.0.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.9',
  '192.168.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '::10.0.0.1',
  '2002:a00:1::1',
  '2001:0:a00:1::1',
  '::ffff:0:10.0.0.1',
  'fec0::1',
  'not an address',
])('%s is not a public address', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each(['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1'])('%s is a public address', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it('Public host names are distinguished from those of this machine or network', () => {
  expect(['www.example.org', '93.184.216.34'].map(isPublicHost)).toEqual([true, true])
  expect(['localhost', 'simulator', 'box.local', 'a.internal', '127.0.0.1', '[::1]'].map(isPublicHost)).toEqual(
    Array(6).fill(false),
  )
})

type Answer = (error: null, addresses: LookupAddress[]) => void

/** A name service with one answer. */
const resolverWith = (addresses: LookupAddress[]): typeof lookup =>
  ((_name: string, _options: object, done: Answer) => done(null, addresses)) as unknown as typeof lookup

it('A look-up refuses a name that resolves to a private address, even beside a public one', async () => {
  const resolve = resolverWith([
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ])
  const error = await new Promise<NodeJS.ErrnoException | null>((settle) =>
    publicOnly(resolve)('www.example.org', {}, settle),
  )
  expect(error?.code).toBe(privateAddressCode)
})

it.each([true, false])('A look-up fails for a name that has no address (all: %s)', async (all) => {
  const error = await new Promise<NodeJS.ErrnoException | null>((settle) =>
    publicOnly(resolverWith([]))('www.example.org', { all }, settle),
  )
  expect(error?.code).toBe('ENOTFOUND')
})

it('A look-up returns the public address of a name, alone or in a list as requested', async () => {
  const resolve = resolverWith([{ address: '93.184.216.34', family: 4 }])
  const lookUp = (all: boolean) =>
    new Promise((settle) => publicOnly(resolve)('www.example.org', { all }, (_error, found) => settle(found)))
  expect(await lookUp(false)).toBe('93.184.216.34')
  expect(await lookUp(true)).toEqual([{ address: '93.184.216.34', family: 4 }])
})
