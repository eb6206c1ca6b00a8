// Calls to sign up, log in and log out, and to get the signed-in user.
import { CodedError } from '#contract/errors.ts'
import type { Store } from '#store'
import { languageOf } from './caller-language.ts'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'
import type { Passwords } from './passwords.ts'
import type { PresentUser } from './present-user.ts'
import { requireUncommon, requireUnofficial, requireUntaken } from './refusals.ts'
import type { Sessions } from './session.ts'

type Names = 'user' | 'authCheck' | 'login' | 'register' | 'logout'
type Needs = { store: Store; sessions: Sessions; passwords: Passwords; limits: Limits; userOf: PresentUser }

export function accountHandlers({ store, sessions, passwords, limits, userOf }: Needs): Handlers<Names> {
  return {
    async user({ session, request, reply }) {
      sessions.renew(request, reply, session)
      return userOf(session.account)
    },

    authCheck: async ({ session }) => ({ isAuthenticated: session !== null, user: session && userOf(session.account) }),

    async login({ body, ...caller }) {
      const registered = await store.accounts.findByEmail(body.username)
      const device = registered ? sessions.deviceOf(caller.request, registered.account.id) : null
      const attempt = await limits.tryLogin(body.username, caller.ip, device)
      if (!(await passwords.matches(body.password, registered?.passwordHash, caller.ip)) || !registered) {
        if (await attempt.failed()) {
          const language = languageOf(caller.request)
          await store.emails.queue({ kind: 'failed-logins', to: body.username, language })
        }
        throw new CodedError('wrong-login')
      }
      await attempt.succeeded()
      const checked = { userId: registered.account.id, passwordHash: registered.passwordHash }
      if (!(await sessions.startByPassword(caller, checked, body.rememberMe))) throw new CodedError('wrong-login')
      return userOf(registered.account)
    },

    async register({ body: { username, email, password, proof }, ...caller }) {
      await limits.take('register', caller)
      requireUnofficial(username)
      requireUncommon(passwords, password, { username, email })
      const passwordHash = await passwords.hash(password, { kind: 'sign-up', ip: caller.ip })
      const account = requireUntaken(
        await store.accounts.register(
          { username, email, passwordHash },
          {
            language: languageOf(caller.request),
            token: proof,
            mayEmail: proof === undefined && (await limits.mayEmailUnverified(caller.ip)),
          },
        ),
      )
      await sessions.start(caller, account.id, false)
      return userOf(account)
    },

    async logout({ request, reply }) {
      await sessions.end(request, reply)
      return { success: true }
    },
  }
}
