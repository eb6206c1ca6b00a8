import { createECDH, randomBytes } from 'node:crypto'
import type { lookup, LookupAddress } from 'node:dns'
import { afterAll, expect, it } from 'vitest'
import webPush from 'web-push'
import { createPushClient, outcomeOf, type PushDelivery } from './push-client.ts'

type Answer = (error: null, addresses: LookupAddress[]) => void

/** A resolver that returns this machine's address for every name. */
const resolveToLoopback = ((_name: string, _options: object, done: Answer) =>
  done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup

const config = {
  keys: undefined,
  subject: 'mailto:push@rollcall.example',
  services: { hosts: ['push.example', '169.254.169.254'], localOrigin: undefined },
}
const client = createPushClient(webPush.generateVAPIDKeys(), config, () => Date.now(), resolveToLoopback)
afterAll(() => client.close())

const delivery = (endpoint: string, more: Partial<PushDelivery> = {}): PushDelivery => ({
  endpoint,
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
  message: {
    web_push: 8030,
    notification: { title: 'T', body: 'B', lang: 'en', dir: 'auto', tag: 'test', renotify: true, navigate: '/' },
  },
  ttl: 60,
  urgent: false,
  topic: 'test',
  ...more,
})
const { signal } = new AbortController()

it.each([
  ['a known name that resolves to a private address', 'https://push.example/x'],
  ['a private address, whatever is configured', 'https://169.254.169.254/x'],
  ['a host that is not known', 'https://evil.test/x'],
  ['a known host without encryption', 'http://push.example/x'],
])('[F-06] the push client sends nothing to %s', async (_, endpoint) => {
  expect(await client.send(delivery(endpoint), signal)).toEqual({ kind: 'refused', status: null })
})

it('the push client reports a subscription with invalid keys as gone', async () => {
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  expect(await client.send(delivery('https://push.example/x', { p256dh }), signal)).toEqual({ kind: 'gone' })
})

const now = Date.parse('2026-11-21T18:27:00Z')

it.each([406, 408, 409, 421, 423, 425, 429, 500, 502, 503, 504, 507])(
  '[R-24] the push client takes %i as a request to send later, after the requested pause if there is one',
  (status) => {
    expect(outcomeOf(status, {}, now)).toEqual({ kind: 'later', status, wait: null })
    expect(outcomeOf(status, { 'retry-after': '30' }, now)).toEqual({ kind: 'later', status, wait: 30_000 })
    const date = 'Sat, 21 Nov 2026 18:28:30 GMT'
    expect(outcomeOf(status, { 'retry-after': date }, now)).toEqual({ kind: 'later', status, wait: 90_000 })
    expect(outcomeOf(status, { 'retry-after': '0' }, now)).toEqual({ kind: 'later', status, wait: null })
  },
)

it.each([302, 307, 400, 401, 403, 413])(
  '[R-24] the push client takes %i as final, unless the service names a time for the next attempt',
  (status) => {
    expect(outcomeOf(status, {}, now)).toEqual({ kind: 'refused', status })
    expect(outcomeOf(status, { 'retry-after': '30' }, now)).toEqual({ kind: 'later', status, wait: 30_000 })
  },
)

it.each([
  ['received', 'sent'],
  ['Received', 'sent'],
  ['dropped', 'later'],
  ['channelthrottled', 'later'],
])('[R-24] an alert that Windows’ push service accepts with the status %s counts as %s', (status, kind) => {
  for (const name of ['x-wns-status', 'x-wns-notificationstatus'])
    for (const code of [200, 201]) expect(outcomeOf(code, { [name]: status }, now)).toMatchObject({ kind })
  expect(outcomeOf(201, {}, now)).toEqual({ kind: 'sent' })
})
