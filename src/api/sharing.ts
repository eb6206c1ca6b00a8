// Sharing: the owner's link, and what anybody with it sees.
import { CodedError } from '#contract/errors.ts'
import { isShareLinkId, shareTexts } from '#contract/sharing.ts'
import type { Store } from '#store'
import type { Answers } from './calls.ts'
import type { Limits } from './limits.ts'
import { originOf } from './origin.ts'
import type { SharedRollCalls } from './shared-roll-calls.ts'

type Names = 'share' | 'ownShare' | 'setShareTitle' | 'deleteShare' | 'sharedRollCall'
type Needs = {
  store: Store
  limits: Limits
  shared: SharedRollCalls
  /** The configured origin; undefined trusts each request's own host. */
  publicUrl: string | undefined
}

export function sharingAnswers({ store, limits, shared, publicUrl }: Needs): Answers<Names> {
  /** Another's link is as good as none. */
  const requireOwn = (done: boolean): void => {
    if (!done) throw new CodedError('not-found', shareTexts.unavailable)
  }

  return {
    async share({ session, body, ip, request }) {
      await limits.take('share', { userId: session.userId, ip })
      const origin = originOf(request, publicUrl)
      if (!origin) throw new CodedError('invalid-input')
      const { linkId, title, expiresAt } = await store.shareLinks.generate(session.userId, body.title)
      return {
        success: true,
        shareUrl: `${origin.https ? 'https' : 'http'}://${origin.host}/shared/${linkId}`,
        expiresAt,
        title,
      }
    },

    async ownShare({ session }) {
      return { success: true, link: await store.shareLinks.current(session.userId) }
    },

    async setShareTitle({ session, linkId, body: { title } }) {
      requireOwn(isShareLinkId(linkId) && (await store.shareLinks.setTitle(session.userId, linkId, title)))
      return { success: true, title }
    },

    async deleteShare({ session, linkId }) {
      requireOwn(isShareLinkId(linkId) && (await store.shareLinks.remove(session.userId, linkId)))
      return { success: true }
    },

    sharedRollCall: ({ linkId, ip, request }) =>
      shared.open(linkId, ip).then((opened) => shared.list(opened, request.headers)),
  }
}
