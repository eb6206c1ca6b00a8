import { expect, it } from 'vitest'
import { HttpServer } from './http-server.ts'

it('[N-09] a request must be complete within thirty seconds', () => {
  const server = new HttpServer(() => {})
  expect([server.requestTimeout, server.headersTimeout]).toEqual([30_000, 30_000])
})
