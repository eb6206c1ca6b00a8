// Calls about shared links: the owner's link, and the content that it shows.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addresses } from '#contract/addresses.ts'
import { CodedError } from '#contract/errors.ts'
import { isShareLinkId, shareTexts } from '#contract/sharing.ts'
import type { Store } from '#store'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'
import { originOf } from './origin.ts'
import type { SharedRollCalls } from './shared-roll-calls.ts'

type Names =
  | 'share'
  | 'ownShare'
  | 'deleteOwnShare'
  | 'setShareTitle'
  | 'deleteShare'
  | 'setClaimRight'
  | 'sharedRollCall'
type Needs = {
  store: Store
  limits: Limits
  shared: SharedRollCalls
  /** The configured origin; undefined: each request's own host. */
  publicUrl: string | undefined
}

export function sharingHandlers({ store, limits, shared, publicUrl }: Needs): Handlers<Names> {
  /** @throws CodedError 'not-found' if nothing was changed. Another user's link counts as not found. */
  const requireChanged = (isChanged: boolean): void => {
    if (!isChanged) throw new CodedError('not-found', shareTexts.unavailable)
  }
  /** Returns the function that makes the address of a link, on the configured origin, else on this request's host. */
  const addressIn = (request: FastifyRequest): ((linkId: string) => string) => {
    const origin = originOf(request, publicUrl)
    if (!origin) throw new CodedError('invalid-input')
    return (linkId) => `${origin.https ? 'https' : 'http'}://${origin.host}/shared/${linkId}`
  }

  return {
    async share({ session, body, ip, request }) {
      await limits.take('share', { userId: session.userId, ip })
      const addressOf = addressIn(request)
      const { linkId, title, expiresAt } = await store.shareLinks.generate(session.userId, body.title)
      return { success: true, shareUrl: addressOf(linkId), expiresAt, title }
    },

    async ownShare({ session, request }) {
      const addressOf = addressIn(request)
      const own = await store.shareLinks.current(session.userId)
      if (!own) return { success: true, link: null }
      const { linkId, ...link } = own
      return { success: true, link: { shareUrl: linkId === null ? null : addressOf(linkId), ...link } }
    },

    async deleteOwnShare({ session }) {
      requireChanged(await store.shareLinks.removeOwn(session.userId))
      return { success: true }
    },

    async setShareTitle({ session, linkId, body: { title } }) {
      requireChanged(isShareLinkId(linkId) && (await store.shareLinks.setTitle(session.userId, linkId, title)))
      return { success: true, title }
    },

    async deleteShare({ session, linkId }) {
      requireChanged(isShareLinkId(linkId) && (await store.shareLinks.remove(session.userId, linkId)))
      return { success: true }
    },

    async setClaimRight({ session, body: { mayClaim }, ip }) {
      await limits.take('share', { userId: session.userId, ip })
      requireChanged(await store.shareLinks.setMayClaim(session.userId, mayClaim))
      return { success: true, mayClaim }
    },

    sharedRollCall: ({ linkId, ip, request }) =>
      shared.open(linkId, ip).then((opened) => shared.list(opened, request.headers)),
  }
}

/**
 * Rejects GET /api/share/, a shared link's address without its identifier, because the router would treat it as the owner's call
 * GET /api/share. Call this function before that route is registered.
 */
export function rejectMissingLinkId(app: FastifyInstance): void {
  const { method, path } = addresses.ownShare
  app.addHook('onRoute', (route) => {
    if (route.url !== path || route.method !== method) return
    route.onRequest = (request, _, done) =>
      done(/^[^?]*\/(?:\?|$)/.test(request.url) ? new CodedError('not-found', shareTexts.invalid) : undefined)
  })
}
