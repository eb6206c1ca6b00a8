// Calls about a user's own account: name and address, password, sessions.
import { accountTexts, addressAnswers, profileBodyOf } from '#contract/accounts.ts'
import { deviceName } from '#contract/device-name.ts'
import { CodedError } from '#contract/errors.ts'
import type { Store } from '#store'
import { languageOf } from './caller-language.ts'
import { type Handlers, requireValid } from './calls.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { PresentUser } from './present-user.ts'
import { requireUncommon, requireUnofficial, requireUntaken } from './refusals.ts'
import type { Sessions } from './session.ts'

type Names = 'updateProfile' | 'sendEmailLink' | 'changePassword' | 'sessions' | 'endSession'
type Needs = { store: Store; sessions: Sessions; passwords: Passwords; limits: Limits; userOf: PresentUser }

/** The periods of the limits on emails, in seconds: an hour for a network, a day for an address. */
const hour = 3_600
const day = 24 * hour

export function profileHandlers({ store, sessions, passwords, limits, userOf }: Needs): Handlers<Names> {
  return {
    async updateProfile({ session: { userId, account }, body, ip, request }) {
      await limits.take('profile', { userId, ip })
      const { username, email, proof } = requireValid(profileBodyOf(account.username), body)
      if (username !== account.username) requireUnofficial(username)
      // A new address gets an email, unless an emailed link already proves it.
      const emailsNewAddress = email.toLowerCase() !== account.email && proof === undefined
      if (emailsNewAddress)
        await limits.take('emailChange', { userId, ip }).catch(withSentence(accountTexts.emailChangeLimit))
      const mayEmail = emailsNewAddress && (await limits.mayEmailUnverified(ip))
      const addressProof = { language: languageOf(request), token: proof, mayEmail }
      return userOf(requireUntaken(await store.accounts.updateProfile(userId, { username, email }, addressProof)))
    },

    async sendEmailLink({ session: { userId }, ip, request }) {
      await limits.take('emailLink', { userId, ip })
      if (!(await limits.mayEmailUnverified(ip))) throw new CodedError('too-many', undefined, hour)
      const outcome = await store.emailLinks.send(userId, languageOf(request))
      if (outcome === 'missing') throw new CodedError('invalid-input', accountTexts.emailRequired)
      if (outcome === 'limit') throw new CodedError('too-many', accountTexts.emailLinkLimit, day)
      return {
        success: true,
        message: outcome === 'verified' ? addressAnswers.verified : addressAnswers.linkSent,
      }
    },

    async changePassword({ session, body, ip, request, reply }) {
      const language = languageOf(request)
      // Attempts with a stolen session also count as failed logins.
      const attempt = await limits.tryLogin(session.account.email, ip, `session ${session.sessionId}`)
      const currentHash = await store.accounts.passwordHashOf(session.userId)
      if (!(await passwords.matches(body.currentPassword, currentHash, ip)) || currentHash === undefined) {
        if (await attempt.failed())
          await store.emails.queue({ kind: 'failed-logins', to: session.account.email, language })
        throw new CodedError('wrong-password')
      }
      await attempt.succeeded()
      requireUncommon(passwords, body.newPassword, session.account)
      const hashes = { from: currentHash, to: await passwords.hash(body.newPassword, { kind: 'sign-in', ip }) }
      const token = await store.accounts.changePassword(session.userId, hashes, session, language)
      // The password was changed, or this session ended, in another browser at the same time.
      if (token === false) throw new CodedError('wrong-password')
      sessions.setCookie(reply, token, session.remember)
      return { success: true, message: accountTexts.passwordChanged }
    },

    async sessions({ session }) {
      const open = await store.sessions.list(session.userId)
      return {
        success: true,
        sessions: open.map(({ sessionId, userAgent, createdAt, lastUsedAt }) => ({
          id: sessionId,
          device: deviceName(userAgent),
          createdAt,
          lastUsedAt,
          current: sessionId === session.sessionId,
        })),
      }
    },

    async endSession({ session, id, request, reply }) {
      if (id === session.sessionId) await sessions.end(request, reply)
      else if (!(await store.sessions.endOne(session.userId, id))) throw new CodedError('not-found')
      return { success: true }
    },
  }
}

/** Rethrows an error with another sentence. */
const withSentence =
  (sentence: string) =>
  (error: unknown): never => {
    throw error instanceof CodedError ? new CodedError(error.code, sentence, error.retryAfter) : error
  }
