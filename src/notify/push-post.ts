// How an alert leaves: encrypted for the one browser it is for, signed with our key, posted to its push service. A service
// is an address that a browser told us, so it is reached only where it may be, over public addresses, and no redirect is
// followed (quality/security.md F-06).
import type { lookup } from 'node:dns'
import { Agent } from 'undici'
import webPush from 'web-push'
import type { PushMessage } from '#contract/push-message.ts'
import { isPublicHost, privateAddressCode, publicOnly } from '#platform/public-address.ts'
import type { PushConfig, PushKeys } from '#platform/config.ts'
import { isPushEndpoint } from '#platform/push-endpoint.ts'

export type PushDelivery = {
  endpoint: string
  p256dh: string
  auth: string
  message: PushMessage
  /** How long the service may keep it, in seconds. */
  ttl: number
  urgent: boolean
  /** What a service replaces by a newer one while it waits: at most 32 of A-Z a-z 0-9 - _. */
  topic: string
}

export type PushOutcome =
  | { kind: 'sent' }
  /** There is no such subscription any more. */
  | { kind: 'gone' }
  /** Never to be taken: what it says is wrong for this service. */
  | { kind: 'refused'; status: number | null }
  /** Perhaps later; `wait` in ms where the service named one. `silent`: it did not answer. */
  | { kind: 'later'; status: number | null; wait: number | null; silent: boolean }

export type PushPost = {
  /** Never throws. */
  send(delivery: PushDelivery, signal: AbortSignal): Promise<PushOutcome>
  close(): Promise<void>
}

/** In ms. A service that takes longer is asked again later. */
const patience = { connect: 3_000, answer: 8_000 }
const connectionsPerService = 8
/** A signature is good for twelve hours; after one another is made, so that a service's wrong clock does no harm. */
const signedFor = 60 * 60_000
const keptSignatures = 50

/** `now`: epoch ms. `resolve`: how names are looked up; the system's way unless told. */
export function createPushPost(
  keys: PushKeys,
  { subject, places }: PushConfig,
  now: () => number,
  resolve?: typeof lookup,
): PushPost {
  const limits = { connections: connectionsPerService, headersTimeout: patience.answer, bodyTimeout: patience.answer }
  const world = new Agent({ ...limits, connect: { timeout: patience.connect, lookup: publicOnly(resolve) } })
  const local = new Agent({ ...limits, connect: { timeout: patience.connect } })
  const signatures = new Map<string, { header: string; at: number }>()

  /** The header that says who we are to one service. */
  const signatureFor = (origin: string): string => {
    const known = signatures.get(origin)
    if (known && now() - known.at < signedFor) return known.header
    if (signatures.size >= keptSignatures) signatures.clear()
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
      // Asked again: the list of services may be another than when the browser subscribed.
      if (!isPushEndpoint(endpoint, places)) return { kind: 'refused', status: null }
      const { origin, pathname, search, hostname } = new URL(endpoint)
      let body: Buffer
      try {
        body = webPush.encrypt(p256dh, auth, JSON.stringify(message), 'aes128gcm').cipherText
      } catch {
        // Its keys are none: nobody could ever read what is sent there.
        return { kind: 'gone' }
      }
      if (origin !== places.localOrigin && !isPublicHost(hostname)) return { kind: 'refused', status: null }
      try {
        const response = await (origin === places.localOrigin ? local : world).request({
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
          signal: AbortSignal.any([signal, AbortSignal.timeout(patience.answer)]),
        })
        const { statusCode: status, headers } = response
        await response.body.dump({ limit: 16_384 })
        return outcomeOf(status, headers['retry-after'])
      } catch (error) {
        if ((error as { code?: unknown }).code === privateAddressCode) return { kind: 'refused', status: null }
        return { kind: 'later', status: null, wait: null, silent: true }
      }
    },
    async close() {
      await Promise.all([world.destroy(), local.destroy()])
    },
  }
}

function outcomeOf(status: number, retryAfter: string | string[] | undefined): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 429 && status < 500) return { kind: 'refused', status }
  const seconds = Number(retryAfter)
  return {
    kind: 'later',
    status,
    wait: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null,
    silent: false,
  }
}
