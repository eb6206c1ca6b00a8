// The port of a process that only reads the source (docs/decisions/054).
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { build } from '#platform/build.ts'
import { startDay } from '#support/day.ts'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'

let database: TestDatabase
const running: RollCall[] = []
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const rollCall of running.splice(0)) {
    await rollCall.stop()
    await removeData(rollCall.dataDir)
  }
  await database.close()
})

/** By default no server runs at the source's address. */
async function startIngest(env: Record<string, string> = {}, sourceUrl = 'http://127.0.0.1:9'): Promise<RollCall> {
  const rollCall = await startRollCall({
    databaseUrl: database.url,
    sourceUrl,
    env: { ROLES: 'ingest', INGEST_PORT: '0', ...env },
  })
  running.push(rollCall)
  return rollCall
}

const statusOf = async (url: string, init: RequestInit = {}): Promise<number> => (await fetch(url, init)).status

describe('A process that only reads the source', () => {
  it('serves its health, its readiness and the figures of the source, and nothing else', async () => {
    const day = await startDay({ openFor: 10, athletes: [4] })
    const { url } = await startIngest({}, day.url)
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok', ...build })
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
    const figures = async (): Promise<string> => (await fetch(`${url}/metrics`)).text()
    await expect.poll(figures).toMatch(/^rollcall_source_requests_total\{kind="home",outcome="\w+"\} [1-9]/m)
    for (const path of ['/', '/api/user', '/api/docs', '/bot', '/mailbox', '/login', '/ws'])
      expect([path, await statusOf(`${url}${path}`)]).toEqual([path, 404])
    expect(await statusOf(`${url}/healthz`, { method: 'POST' })).toBe(404)
    await day.close()
  })

  it('[N-08] shows its metrics to this machine and to requests with METRICS_TOKEN only, even with a PUBLIC_URL', async () => {
    const token = 'scrape-me-if-you-can'
    const { url } = await startIngest({ METRICS_TOKEN: token, PUBLIC_URL: 'https://rollcall.example' })
    expect(await statusOf(`${url}/metrics`)).toBe(200)
    const forwarded = { 'x-forwarded-for': '192.0.2.7' }
    expect(await statusOf(`${url}/metrics`, { headers: forwarded })).toBe(404)
    expect(await statusOf(`${url}/metrics`, { headers: { ...forwarded, authorization: `Bearer ${token}` } })).toBe(200)
  })

  it('takes the next free port if another process has the first one, but only INGEST_PORT if that is set', async () => {
    const [first, second] = [await startIngest({ INGEST_PORT: '' }), await startIngest({ INGEST_PORT: '' })]
    const portOf = ({ url }: RollCall): number => Number(new URL(url).port)
    expect(portOf(first)).toBeGreaterThanOrEqual(3001)
    expect(portOf(second)).toBeGreaterThan(portOf(first))
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(startIngest({ INGEST_PORT: String(port) })).rejects.toThrow(
      `ended with 1 before it served:\nPort ${port} is already in use: stop the program that holds it or choose another INGEST_PORT.`,
    )
    other.close()
  })
})
