import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { isLoopbackName, createOwnHostCheck } from './own-host.ts'

const [label = ''] = hostname().toLowerCase().split('.')

describe('A server without a public address', () => {
  const isOwn = createOwnHostCheck({ publicUrl: undefined, source: {} })

  it.each([
    'localhost',
    'LOCALHOST:3000',
    'localhost.:3000',
    'demo.localhost:3000',
    '127.0.0.1:3000',
    '192.168.1.20:3000',
    '203.0.113.9',
    '[::1]:3000',
    '[fe80::1]',
    '[::ffff:10.0.0.1]:80',
    hostname(),
    `${label}:3000`,
    `${label}.local:3000`,
  ])('[N-08] answers to %s', (host) => {
    expect(isOwn({ host })).toBe(true)
  })

  it.each([
    undefined,
    '',
    'evil.test',
    'evil.test:3000',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    'evil.local',
    '0x7f.1',
    '2130706433',
    'localhost@evil.test',
    'localhost, evil.test',
    'localhost:3000:80',
    'localhost/',
    '[::1',
  ])('[N-08] refuses requests for %s', (host) => {
    expect(isOwn({ host })).toBe(false)
  })
})

it('[N-08] A demo also answers to its public address', () => {
  const isOwn = createOwnHostCheck({ publicUrl: 'https://demo.example:8443', source: undefined })
  const answered = ['demo.example:8443', 'demo.example', '127.0.0.1:3000', 'evil.test'].map((host) => isOwn({ host }))
  expect(answered).toEqual([true, true, true, false])
})

it('A real server with a public address answers to any host that a proxy names', () => {
  expect(createOwnHostCheck({ publicUrl: 'https://rollcall.example', source: {} })({ host: 'upstream' })).toBe(true)
})

it.each(['localhost', 'a.localhost', '127.8.9.1', '[::1]'])('%s is a loopback name', (name) => {
  expect(isLoopbackName(name)).toBe(true)
})

it.each(['127.0.0.1.evil.test', 'localhost.evil.test', '[::2]'])('%s is no loopback name', (name) => {
  expect(isLoopbackName(name)).toBe(false)
})
