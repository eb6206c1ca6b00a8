import { expect, it } from 'vitest'
import { RequestLog } from './request-log.ts'

it('the request log counts requests, in all and in one second, only since it was last cleared', () => {
  const log = new RequestLog()
  for (let request = 0; request < 3; request++) log.begin('GET', '/tournaments', '', 5_000)(200, 100)
  log.begin('GET', '/robots.txt', '', 6_000)(200, 10)
  expect(log.read()).toMatchObject({ total: 4, bytes: 310, maxPerSimulatedSecond: 3, byKind: { home: 3, robots: 1 } })
  log.clear()
  log.begin('GET', '/robots.txt', '', 6_000)(200, 10)
  expect(log.read()).toMatchObject({ total: 1, maxPerSecond: 1, maxPerSimulatedSecond: 1 })
})
