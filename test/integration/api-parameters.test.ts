// Sends hostile values in every query parameter and path of every call; any-input.ts sends random bodies.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { ErrorBody } from '#contract/errors.ts'
import { answerReadRequests, recordTournament } from '#support/recorded.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
let chief: Visitor
let ids: Record<'tournament' | 'athlete', number>
beforeAll(async () => {
  api = await startApi()
  await answerReadRequests(api.store)
  const recorded = await recordTournament(api.store, '4600')
  chief = await api.visitor().signUp()
  await api.sql`update users set role = 'superadmin' where email = ${chief.email}`
  const { tournaments } = await chief.call('addTournaments', {
    body: { tournaments: [{ value: recorded.bjjCompSystemId }] },
  })
  ids = { tournament: tournaments[0]?.id ?? 0, athlete: recorded.athlete('700137').id }
  await chief.call('follow', { id: ids.athlete })
})
afterAll(() => api?.close())

/** Values that are invalid or too large, SQL, markup, bytes, and query syntax for objects and arrays. */
const hostile = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e9',
  '0x10',
  'NaN',
  'Infinity',
  '2147483648',
  '9007199254740993',
  '99999999999999999999999999',
  '１２',
  "1' or '1'='1",
  '1;drop table users',
  '1) union select password from users--',
  '%',
  '_',
  '\\',
  '\u0000',
  '\u202E',
  '\uFFFD',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '__proto__',
  'a'.repeat(3_000),
]
/** The largest number of rows in any answer (the limit of the administrator's lists). */
const mostRows = 1_000

const names = Object.keys(endpoints) as EndpointName[]
const keysOf = (name: EndpointName): string[] => {
  const endpoint = endpoints[name]
  return 'query' in endpoint ? Object.keys((endpoint.query as unknown as { shape: object }).shape) : []
}
const addressOf = (name: EndpointName): string => {
  const { path } = endpoints[name]
  return path
    .replace(':id', String(path.includes('/tournaments/') ? ids.tournament : ids.athlete))
    .replace(':linkId', 'AAAAAAAAAAAAAAAAAAAAAA')
}

/** Sends the call to this address, and returns the fault of the answer; '' for none. */
async function faultOf(name: EndpointName, address: string): Promise<string> {
  const response = await chief.fetch(address, { method: endpoints[name].method })
  const text = await response.text()
  if (response.status >= 500) return `${response.status}`
  const body: unknown = JSON.parse(text)
  if (response.ok) return rowsOf(body) > mostRows ? `${rowsOf(body)} rows` : ''
  const { success, data } = ErrorBody.safeParse(body)
  if (!success) return `not an error of the API: ${text.slice(0, 200)}`
  // One readable sentence, which does not repeat a long value.
  return /^\p{Lu}[^\n]{5,200}[.?]$/u.test(data.error) ? '' : `${response.status} '${data.error.slice(0, 200)}'`
}

const rowsOf = (body: unknown): number =>
  Array.isArray(body)
    ? body.length
    : body !== null && typeof body === 'object'
      ? Math.max(0, ...Object.values(body).map(rowsOf))
      : 0

describe('A call', () => {
  it.each(names.filter((name) => keysOf(name).length > 0))(
    '[G-03] of %s with a hostile parameter is answered with at most a thousand rows or one sentence',
    async (name) => {
      for (const key of keysOf(name)) {
        const queries = [
          ...hostile.map((value) => `${key}=${encodeURIComponent(value)}`),
          `${key}`,
          `${key}=%`,
          `${key}=%ff%fe`,
          `${key}=1&${key}=2`,
          `${key}[]=1`,
          `${key}[a][b]=1`,
          `${key}[__proto__][admin]=1`,
        ]
        for (const query of queries)
          expect([query, await faultOf(name, `${addressOf(name)}?${query}`)]).toEqual([query, ''])
      }
    },
  )

  it('[G-03] with hostile parameters that it does not define is answered with at most a thousand rows or one sentence', async () => {
    const query = hostile
      .slice(0, 20)
      .map((value, index) => `${['t', 'key', 'limit', 'offset', 'sort'][index % 5]}=${encodeURIComponent(value)}`)
    const plain = names.filter((name) => endpoints[name].method === 'GET' && keysOf(name).length === 0)
    expect(plain.length).toBeGreaterThan(5)
    for (const name of plain)
      expect([name, await faultOf(name, `${addressOf(name)}?${query.join('&')}`)]).toEqual([name, ''])
  })

  it('[F-01] [G-03] with a hostile path is answered with at most a thousand rows or one sentence', async () => {
    const odd = hostile.filter((value) => value.trim() !== '').map((value) => encodeURIComponent(value.slice(0, 300)))
    for (const name of names.filter((each) => /:(id|linkId)/.test(endpoints[each].path)))
      for (const value of odd)
        expect([name, value, await faultOf(name, endpoints[name].path.replace(/:(id|linkId)/g, value))]).toEqual([
          name,
          value,
          '',
        ])
  })
})
