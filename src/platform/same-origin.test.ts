import { expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const own = 'https://rollcall.example'

it.each([
  ['a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site', origin: own }, false],
  ['a neighbour on the same site', { 'sec-fetch-site': 'same-site' }, false],
  ['our origin, without fetch metadata', { origin: own }, true],
  ['another origin', { origin: 'https://evil.test' }, false],
  ['an origin that begins like ours', { origin: 'https://rollcall.example.evil.test' }, false],
  ['an opaque origin', { origin: 'null' }, false],
  ['a script, which names no origin', {}, true],
])('[C-01] A request from %s is judged by its headers', (_, headers, expected) => {
  expect(isSameOrigin({ ...headers, host: 'rollcall.example' }, own)).toBe(expected)
})

it('[C-01] A request is compared with its own host while no public address is configured', () => {
  const host = '192.168.1.20:3000'
  expect(isSameOrigin({ origin: `http://${host}`, host }, undefined)).toBe(true)
  expect(isSameOrigin({ origin: 'http://192.168.1.20:8080', host }, undefined)).toBe(false)
  expect(isSameOrigin({ origin: 'null', host }, undefined)).toBe(false)
})
