// Calls about alerts: subscriptions of browsers, preferences, a test alert. src/notify sends the alerts.
import { CodedError } from '#contract/errors.ts'
import { pushTexts } from '#contract/push.ts'
import { isPushEndpoint, type AllowedPushServices } from '#platform/push-endpoint.ts'
import type { Store } from '#store'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'

type Names = 'push' | 'writeAlertPreferences' | 'subscribe' | 'unsubscribe' | 'testAlert' | 'switchAlerts'

/** The key that browsers subscribe with, and the accepted push services. */
export type PushOffer = { publicKey: string; services: AllowedPushServices }
type Needs = { store: Store; limits: Limits; offer: PushOffer | undefined }

export function pushHandlers({ store, limits, offer }: Needs): Handlers<Names> {
  return {
    async push({ session }) {
      const { preferences, device, silenced } = await store.push.settings(session)
      return {
        success: true,
        publicKey: offer?.publicKey ?? null,
        preferences,
        device: device && { succeededAt: device.succeededAt, failedAt: device.failedAt },
        silenced,
      }
    },

    async writeAlertPreferences({ session: { userId }, body, ip }) {
      await limits.take('alerts', { userId, ip })
      await store.push.writePreferences(userId, body)
      return { success: true }
    },

    async subscribe({ session, body: { endpoint, keys, language, timezone }, ip }) {
      await limits.take('alerts', { userId: session.userId, ip })
      if (!offer) throw new CodedError('not-found', pushTexts.unavailable)
      if (!isPushEndpoint(endpoint, offer.services)) throw new CodedError('invalid-input', pushTexts.service)
      const outcome = await store.push.subscribe(session, {
        endpoint,
        ...keys,
        language,
        timezone: timezone ?? undefined,
      })
      if (outcome === 'ended') throw new CodedError('unauthorized')
      return { success: true, publicKey: offer.publicKey, isGone: outcome === 'gone' }
    },

    async unsubscribe({ session, ip }) {
      await limits.take('alerts', { userId: session.userId, ip })
      await store.push.unsubscribe(session)
      return { success: true }
    },

    async testAlert({ session, ip }) {
      await limits.take('testAlert', { userId: session.userId, ip })
      if (!(await store.push.queue.test(session))) throw new CodedError('not-found', pushTexts.noDevice)
      return { success: true }
    },

    async switchAlerts({ session: { userId }, id, body: { on }, ip }) {
      await limits.take('alerts', { userId, ip })
      if (!(await store.push.switchAthlete(userId, id, on))) throw new CodedError('not-found')
      return { success: true }
    },
  }
}
