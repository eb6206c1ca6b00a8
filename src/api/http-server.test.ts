import { expect, it } from 'vitest'
import { HttpServer } from './http-server.ts'

it('[N-09] gives a request thirty seconds to arrive whole', () => {
  const server = new HttpServer(() => {})
  expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 30_000])
})
