import { expect, it } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const own = 'https://rollcall.example'

it.each([
  [true, 'a page of ours', { 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' }],
  [false, 'another site', { 'sec-fetch-site': 'cross-site', origin: own }],
  [false, 'another origin of the same site', { 'sec-fetch-site': 'same-site' }],
  [true, 'our origin, without fetch metadata', { origin: own }],
  [false, 'another origin', { origin: 'https://evil.test' }],
  [false, 'an origin that begins like ours', { origin: 'https://rollcall.example.evil.test' }],
  [false, 'an opaque origin', { origin: 'null' }],
  [true, 'a client other than a browser, which names no origin', {}],
])('[C-01] isSameOrigin is %s for a request from %s', (expected, _, headers) => {
  expect(isSameOrigin({ ...headers, host: 'rollcall.example' }, own)).toBe(expected)
})

it('[C-01] A request is compared with its own host while no public address is configured', () => {
  const host = '192.168.1.20:3000'
  expect(isSameOrigin({ origin: `http://${host}`, host }, undefined)).toBe(true)
  expect(isSameOrigin({ origin: 'http://192.168.1.20:8080', host }, undefined)).toBe(false)
  expect(isSameOrigin({ origin: 'null', host }, undefined)).toBe(false)
})
