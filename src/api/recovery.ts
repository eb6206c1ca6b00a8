// The calls behind emailed links, and requests for new links. They do not reveal whether an address has an account.
import { accountTexts, addressAnswers } from '#contract/accounts.ts'
import { CodedError } from '#contract/errors.ts'
import type { ClientAddress } from '#platform/client-address.ts'
import type { Store } from '#store'
import { languageOf } from './caller-language.ts'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import { requireUncommon } from './refusals.ts'
import type { Sessions } from './session.ts'

type Names = 'forgotPassword' | 'checkReset' | 'resetPassword' | 'checkEmailLink' | 'verifyEmail' | 'restoreAccount'
type Needs = { store: Store; sessions: Sessions; passwords: Passwords; limits: Limits }

/** Guesses of a token are counted per prefix of this length. */
const prefixLength = 8

export function recoveryHandlers({ store, sessions, passwords, limits }: Needs): Handlers<Names> {
  /** Counts a wrong token, and throws the error for it, or 'too-many'. */
  const refuse = async (
    miss: 'resetMiss' | 'verifyEmailMiss' | 'checkLinkMiss',
    ip: ClientAddress,
    sentence?: string,
  ): Promise<never> => {
    await limits.take(miss, { ip })
    throw new CodedError('invalid-token', sentence)
  }

  return {
    async forgotPassword({ body: { email }, ip, request }) {
      const registered = await store.accounts.findByEmail(email)
      const isKnownDevice = registered && sessions.deviceOf(request, registered.account.id) !== null
      if (!isKnownDevice) await limits.take('forgot', { ip })
      if (await limits.mayRequestLink(email)) await store.recovery.requestReset(email, languageOf(request))
      return { success: true, message: accountTexts.resetLinkSent }
    },

    async checkReset({ body: { token }, ip }) {
      await limits.take('checkLink', { ip, key: token.slice(0, prefixLength) })
      if (!(await store.recovery.findByReset(token))) return refuse('checkLinkMiss', ip)
      return { success: true }
    },

    async checkEmailLink({ session, body: { token }, ip }) {
      await limits.take('checkLink', { ip, key: token.slice(0, prefixLength) })
      const link = await store.emailLinks.find(token, session?.userId ?? null)
      if (!link) return refuse('checkLinkMiss', ip, accountTexts.linkInvalid)
      return { success: true, email: link.email, leadsTo: link.leadsTo }
    },

    async verifyEmail({ session, body: { token }, ip }) {
      await limits.take('verifyEmail', { ip, key: token.slice(0, prefixLength) })
      if (!(await store.emailLinks.verify(token, session?.userId ?? null)))
        return refuse('verifyEmailMiss', ip, accountTexts.linkInvalid)
      return { success: true, message: addressAnswers.verified }
    },

    async resetPassword({ body: { token, newPassword }, ip, request }) {
      await limits.take('reset', { ip, key: token.slice(0, prefixLength) })
      const account = await store.recovery.findByReset(token)
      if (!account) return refuse('resetMiss', ip)
      requireUncommon(passwords, newPassword, account)
      const passwordHash = await passwords.hash(newPassword, { kind: 'sign-up', ip })
      if (!(await store.recovery.reset(token, passwordHash, languageOf(request)))) return refuse('resetMiss', ip)
      return { success: true, message: accountTexts.passwordReset }
    },

    async restoreAccount({ body: { token }, ip }) {
      await limits.take('reset', { ip, key: token.slice(0, prefixLength) })
      const outcome = await store.recovery.restore(token)
      if (outcome === 'invalid') return refuse('resetMiss', ip, accountTexts.linkInvalid)
      if (outcome === 'taken') throw new CodedError('taken')
      return { success: true, message: accountTexts.accountRestored, resetToken: outcome.resetToken }
    },
  }
}
