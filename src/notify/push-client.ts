// Sends an alert to a push service, encrypted for one browser and signed with our key. The address comes from a browser, so only
// known services at public addresses are contacted, and redirects are not followed (quality/security.md F-06).
import type { lookup } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent } from 'undici'
import webPush from 'web-push'
import type { PushMessage } from '#contract/push-message.ts'
import { isPublicHost, privateAddressCode, publicOnly } from '#platform/public-address.ts'
import type { PushConfig, PushKeys } from '#platform/config.ts'
import { isPushEndpoint } from '#platform/push-endpoint.ts'
import { retryAfter } from '#platform/retry-after.ts'

export type PushDelivery = {
  endpoint: string
  p256dh: string
  auth: string
  message: PushMessage
  /** How long the service may store the message, in seconds. */
  ttl: number
  urgent: boolean
  /** A newer message with the same topic replaces a waiting one. At most 32 of A-Z a-z 0-9 - _. */
  topic: string
}

export type PushOutcome =
  | { kind: 'sent' }
  /** The subscription no longer exists. */
  | { kind: 'gone' }
  /** The service rejected the message permanently. */
  | { kind: 'refused'; status: number | null }
  /** To be retried. `status`: null without an answer. `wait`: the requested pause, ms, more than 0; null without one. */
  | { kind: 'later'; status: number | null; wait: number | null }

export type PushClient = {
  /** Never throws. */
  send(delivery: PushDelivery, signal: AbortSignal): Promise<PushOutcome>
  close(): Promise<void>
}

/** In ms. After a timeout the alert is retried later. */
const timeouts = { connect: 3_000, answer: 8_000 }
/**
 * Each alert has a connection of its own while it is sent, so that a broken or slow one delays no other alert. A connection is
 * used for many alerts, one after the other.
 */
export const connectionsPerService = 128
/** In ms. A signature is valid for twelve hours and renewed after one, to tolerate a wrong clock of the service. */
const renewSignatureAfter = 60 * 60_000
const maxCachedSignatures = 50

/** `now` returns epoch ms. `resolve` looks up host names; the system's resolver by default. */
export function createPushClient(
  keys: PushKeys,
  { subject, services }: PushConfig,
  now: () => number,
  resolve?: typeof lookup,
): PushClient {
  const limits = { connections: connectionsPerService, headersTimeout: timeouts.answer, bodyTimeout: timeouts.answer }
  const publicAgent = new Agent({ ...limits, connect: { timeout: timeouts.connect, lookup: publicOnly(resolve) } })
  const localAgent = new Agent({ ...limits, connect: { timeout: timeouts.connect } })
  const signatures = new Map<string, { header: string; at: number }>()

  /** The VAPID header for a service. */
  const signatureFor = (origin: string): string => {
    const known = signatures.get(origin)
    if (known && now() - known.at < renewSignatureAfter) return known.header
    if (signatures.size >= maxCachedSignatures) signatures.clear()
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      keys.publicKey,
      keys.privateKey,
      'aes128gcm',
    )
    signatures.set(origin, { header, at: now() })
    return header
  }

  return {
    async send({ endpoint, p256dh, auth, message, ttl, urgent, topic }, signal) {
      // Checked again, because the list of services may have changed since the browser subscribed.
      if (!isPushEndpoint(endpoint, services)) return { kind: 'refused', status: null }
      const { origin, pathname, search, hostname } = new URL(endpoint)
      let body: Buffer
      try {
        body = webPush.encrypt(p256dh, auth, JSON.stringify(message), 'aes128gcm').cipherText
      } catch {
        // With invalid keys no browser could decrypt the message.
        return { kind: 'gone' }
      }
      if (origin !== services.localOrigin && !isPublicHost(hostname)) return { kind: 'refused', status: null }
      try {
        const response = await (origin === services.localOrigin ? localAgent : publicAgent).request({
          origin,
          path: `${pathname}${search}`,
          method: 'POST',
          headers: {
            ttl: String(ttl),
            urgency: urgent ? 'high' : 'normal',
            topic,
            'content-type': 'application/octet-stream',
            'content-encoding': 'aes128gcm',
            authorization: signatureFor(origin),
          },
          body,
          signal,
        })
        const { statusCode: status, headers } = response
        await response.body.dump({ limit: 16_384 })
        return outcomeOf(status, headers, now())
      } catch (error) {
        if ((error as { code?: unknown }).code === privateAddressCode) return { kind: 'refused', status: null }
        return { kind: 'later', status: null, wait: null }
      }
    },
    async close() {
      await Promise.all([publicAgent.destroy(), localAgent.destroy()])
    },
  }
}

/**
 * The statuses below 500 that mean: not now. 406 is the throttling of Windows' service; the others are a timeout, a conflict, a wrong
 * connection, a lock, a request that came too early, and too many of them.
 */
const notNow: ReadonlySet<number> = new Set([406, 408, 409, 421, 423, 425, 429])

/** `now` in epoch ms. */
export function outcomeOf(status: number, headers: IncomingHttpHeaders, now: number): PushOutcome {
  if (status === 404 || status === 410) return { kind: 'gone' }
  const isAccepted = status >= 200 && status < 300
  if (isAccepted && !isDropped(headers)) return { kind: 'sent' }
  const wait = retryAfter(headers['retry-after'], now)
  const isLater = isAccepted || status >= 500 || notNow.has(status) || wait !== null
  // Without a pause, the default back-off applies.
  return isLater ? { kind: 'later', status, wait: wait === 0 ? null : wait } : { kind: 'refused', status }
}

/** Windows' service accepts with 2xx what it then drops; a header has the truth: 'received', 'dropped', 'channelthrottled'. */
const isDropped = (headers: IncomingHttpHeaders): boolean =>
  ['x-wns-status', 'x-wns-notificationstatus'].some((name) =>
    [headers[name] ?? []].flat().some((value) => value.trim().toLowerCase() !== 'received'),
  )
