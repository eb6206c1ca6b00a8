// A push service on a free port, browsers that subscribe to it, and an alert worker over a store.
import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BodyOf } from '#contract/endpoints.ts'
import { createPush, findOrCreatePushKeys } from '#notify'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { PushConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import type { Store } from '#store'

/** What a phone would show, decrypted by its browser. */
export type ReceivedAlert = {
  title: string
  body: string
  lang: string
  tag: string
  navigate: string
  /** The subscription's address. */
  endpoint: string
  /** The whole message, decrypted. */
  text: string
  headers: IncomingHttpHeaders
}

/** A status; with 'never' the request gets no answer, with 'broken' its connection ends instead. */
type Answer = number | 'never' | 'broken'

export type PushService = AsyncDisposable & {
  /** 'http://127.0.0.1:41234' */
  origin: string
  /** A browser's subscription. */
  subscribe(more?: { language?: 'en' | 'pt-BR' | 'es' | 'ja' }): BodyOf<'subscribe'>
  /** The alerts that reached a browser and that no test has taken yet, oldest first. */
  inbox: ReceivedAlert[]
  /** The number of requests, accepted or not. */
  offered(): number
  /** Sets the answers to the next requests; all later requests get 201. All have these headers. */
  answer(answers: Answer[], headers?: Record<string, string>): void
  /** Sets the answer to all further requests of one subscription. */
  answerTo(endpoint: string, answer: Answer): void
  /** Empties the inbox, sets the number of requests to 0, and makes every answer 201. */
  forget(): void
}

/** Starts a push service that accepts every alert until a test sets other answers. */
export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, { pair: ECDH; auth: Buffer }>()
  const inbox: ReceivedAlert[] = []
  const lasting = new Map<string, Answer>()
  let answers: Answer[] = []
  let extraHeaders: Record<string, string> = {}
  let offered = 0
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat((await request.toArray()) as Buffer[])
      const path = request.url ?? ''
      offered++
      const answer = lasting.get(path) ?? answers.shift() ?? 201
      if (answer === 'never') return
      if (answer === 'broken') return void request.socket.destroy()
      const browser = browsers.get(path)
      if (answer === 201 && browser) {
        const text = decrypt(body, browser.pair, browser.auth)
        const { notification } = JSON.parse(text) as {
          notification: Omit<ReceivedAlert, 'endpoint' | 'text' | 'headers'>
        }
        inbox.push({ ...notification, endpoint: origin + path, text, headers: request.headers })
      }
      response
        .writeHead(answer, { ...extraHeaders, ...(answer >= 300 && answer < 400 && { location: '/elsewhere' }) })
        .end()
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    subscribe({ language = 'en' } = {}) {
      const pair = createECDH('prime256v1')
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(8).toString('hex')}`
      const p256dh = pair.generateKeys('base64url')
      browsers.set(path, { pair, auth })
      return { endpoint: `${origin}${path}`, keys: { p256dh, auth: auth.toString('base64url') }, language }
    },
    inbox,
    offered: () => offered,
    answer(next, headers = {}) {
      answers = next
      extraHeaders = headers
    },
    forget() {
      inbox.length = 0
      lasting.clear()
      answers = []
      extraHeaders = {}
      offered = 0
    },
    answerTo: (endpoint, answer) => void lasting.set(new URL(endpoint).pathname, answer),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** RFC 8188 (aes128gcm, one record) with the keys of RFC 8291. */
function decrypt(body: Buffer, pair: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const record = body.subarray(21 + idLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const derive = (name: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The plain text ends with a byte 2, which zeros may follow.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** The sender's VAPID claims (RFC 8292). @throws when the signature does not match the key. */
export function readVapid(header: string | undefined): { publicKey: string; aud: string; sub: string; exp: number } {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const raw = Buffer.from(publicKey, 'base64url')
  const point = { x: raw.subarray(1, 33).toString('base64url'), y: raw.subarray(33).toString('base64url') }
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', ...point }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('The signature does not match the key')
  return {
    publicKey,
    ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; sub: string; exp: number }),
  }
}

/** A configuration with which devices may subscribe to this push service and to https://push.example. */
export const pushConfig = (service: PushService | undefined): PushConfig => ({
  keys: undefined,
  subject: 'mailto:push@rollcall.example',
  services: { hosts: ['push.example'], localOrigin: service?.origin },
})

export type AlertWorker = AsyncDisposable & {
  /** Checks for alerts now; resolves when they are queued. */
  checkNow(): Promise<void>
  /** The log, one JSON object per line. */
  logged(): string
  /** The metrics, as Prometheus reads them. */
  metrics(): Promise<string>
  stop(): Promise<void>
}

/** Checks a store for alerts and sends them, as one process does. */
export async function startAlerts(
  store: Store,
  service: PushService,
  clock: Clock = systemClock,
): Promise<AlertWorker> {
  let logged = ''
  const metrics = createMetrics()
  const config = pushConfig(service)
  const push = createPush({
    store,
    config,
    keys: await findOrCreatePushKeys(store, config),
    origin: 'https://rollcall.example',
    clock,
    log: createLog('debug', { write: (line) => void (logged += line) }),
    metrics,
  })
  const stop = () => push.stop()
  return {
    checkNow: () => push.check(),
    logged: () => logged,
    metrics: () => metrics.metrics(),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
