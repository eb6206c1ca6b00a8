import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { RequestTimes } from './request-times.ts'

const seen = [
  ['GET', '/api/matches/upcoming', 200, 0.001],
  ['GET', '/api/matches/upcoming', 200, 0.02],
  ['GET', '/api/matches/upcoming', 304, 0.3],
  ['POST', '/api/login', 401, 7],
  ['DELETE', '/api/share/:linkId', 200, 0.0501],
] as const

const sorted = (text: string): string[] => text.split('\n').toSorted()

it('is told to machines to the letter as the library would tell it', async () => {
  const [ours, theirs] = [new Registry(), new Registry()]
  const times = new RequestTimes(ours)
  const histogram = new Histogram({
    name: 'rollcall_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.2, 1, 5],
    registers: [theirs],
  })
  for (const [method, route, status, seconds] of seen) {
    times.note(method, route, status, seconds)
    histogram.observe({ method, route, status }, seconds)
  }
  expect(sorted(await ours.metrics())).toEqual(sorted(await theirs.metrics()))
  expect(await ours.metrics()).toContain('_bucket{le="+Inf",method="POST",route="/api/login",status="401"} 1')
})
