// HTTP: the calls of the contract, the client's files, health checks and metrics. Each area has a file with its handlers;
// security.ts, calls.ts and error-responses.ts do what all calls have in common. Requests to read the source go through the
// store.
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { CodedError } from '#contract/errors.ts'
import type { SharedPages } from '#contract/shared-page.ts'
import { clientAddressReader } from '#platform/client-address.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { contactAddress } from '#platform/contact.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import { administrationHandlers } from './administration.ts'
import { sourceHandlers } from './administration-source.ts'
import { auditRequests } from './audit.ts'
import { diagnosticsHandlers } from './diagnostics.ts'
import { accountHandlers } from './accounts.ts'
import { athleteHandlers } from './athletes.ts'
import { type Robot, serveRobotPage } from './bot.ts'
import { registerCalls } from './calls.ts'
import { claimHandlers } from './claims.ts'
import { serveClient } from './client-files.ts'
import { serveDocs } from './docs.ts'
import { sendError, handleUnknownRoutes, handleClientError, bodyLimit, handleErrors } from './error-responses.ts'
import { createFastPath, type FastPath, type Observe } from './fast-path.ts'
import { HttpServer } from './http-server.ts'
import { createLimits } from './limits.ts'
import { serveLogos } from './logos.ts'
import { serveMailbox } from './mailbox.ts'
import { followRuleHandlers } from './follow-rules.ts'
import { createMatchLists, matchHandlers } from './matches.ts'
import { serveOperators } from './operators.ts'
import { createPasswords, hashPassword, isPasswordOf } from './passwords.ts'
import { presentUser } from './present-user.ts'
import { peopleHandlers } from './people.ts'
import { profileHandlers } from './profile.ts'
import { pushHandlers, type PushOffer } from './push.ts'
import { recoveryHandlers } from './recovery.ts'
import { addSecurityHooks, createSecurity } from './security.ts'
import { createSessions } from './session.ts'
import { serveSharedPages } from './shared-page.ts'
import { createSharedRollCalls } from './shared-roll-calls.ts'
import { rejectMissingLinkId, sharingHandlers } from './sharing.ts'
import { openSite, siteHandlers } from './site.ts'
import { stepHandlers } from './steps.ts'
import { createSystemFigures } from './system-figures.ts'
import { teamHandlers } from './teams.ts'
import { tournamentHandlers } from './tournaments.ts'

export { mailboxPath } from './mailbox.ts'
export { createOperatorsServer } from './operators-server.ts'
export { createLimits } from './limits.ts'
export { demoPasswords, hashPassword, isCommonPassword, isPasswordOf } from './passwords.ts'
export type { PushOffer } from './push.ts'

export type ApiOptions = {
  store: Store
  config: Pick<Config, 'publicUrl' | 'source' | 'admin'> &
    Partial<Pick<Config, 'trustedProxies' | 'site' | 'smtpUrl' | 'serviceWorker' | 'metricsToken'>>
  clock: Clock
  log: Log
  metrics: Registry
  /** The folder of the built client. */
  clientFolder: string
  /** What browsers need to subscribe to alerts; undefined if no alerts are sent. */
  push?: PushOffer | undefined
  /** Renders the public page behind a shared link; undefined if the page is not served. */
  sharedPages?: SharedPages | undefined
  /** The content of /bot; undefined if the page is not served. */
  robot?: Robot
  /** The time limit for receiving a request, in ms; default 30 s. */
  requestWithin?: number
  /** False while the process should receive no new visitors; each answer is then the last one on its connection. */
  isReady?: () => boolean
}

/** Creates the server; the caller starts it. Calls that wait for the source do so through `store.readRequests`. */
export async function createApi(options: ApiOptions): Promise<FastifyInstance> {
  const { store, config, clock, log, metrics } = options
  // Off during start and shutdown.
  let fastPath: FastPath = () => false
  const app = Fastify({
    logger: false,
    serverFactory: (framework) =>
      new HttpServer((request, response) => {
        // A client then opens its next connection to another process, or after the restart.
        if (options.isReady?.() === false) response.setHeader('connection', 'close')
        void (fastPath(request, response) || framework(request, response))
      }, options.requestWithin),
    // On shutdown, open connections are drained (http-server.ts).
    return503OnClosing: false,
    bodyLimit,
    genReqId: () => randomUUID(),
    // Long enough that an overlong id reaches the validation of ids.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    clientErrorHandler: handleClientError,
    rewriteUrl: ({ url = '/' }) => decodable(url),
    // Handles a URL that is malformed in another way.
    frameworkErrors: (_, request, reply) => void sendError(reply, request, new CodedError('not-found')),
  })
  const observe = observer(log, metrics)
  observeAll(app, observe)
  const security = createSecurity({ publicUrl: config.publicUrl, source: config.source })
  addSecurityHooks(app, security, config.publicUrl)
  handleErrors(app, { log, metrics })
  handleUnknownRoutes(app)

  const sessions = createSessions(store, config.publicUrl?.startsWith('https:') ?? false)
  const addressOf = clientAddressReader(config.trustedProxies)
  auditRequests(app, { store, sessions, addressOf, log })
  const passwords = createPasswords({ refuseCommon: config.source !== undefined })
  const limits = createLimits(store.rateLimits, clock)
  // Without a mail server, only the demo has a mailbox for emails.
  const userOf = presentUser(config.smtpUrl !== undefined || config.source === undefined)
  const shared = createSharedRollCalls({ store, limits, clock })
  const lists = createMatchLists(clock)
  const system = createSystemFigures(store.projection, clock)
  app.addHook('onClose', () => system.close())
  const site = await openSite({ config: config.site, store, clock, log })
  app.addHook('onClose', () => site.close())
  rejectMissingLinkId(app)
  registerCalls(
    app,
    {
      ...accountHandlers({ store, sessions, passwords, limits, userOf }),
      ...profileHandlers({ store, sessions, passwords, limits, userOf }),
      ...recoveryHandlers({ store, sessions, passwords, limits }),
      ...tournamentHandlers({ store, limits, clock }),
      ...athleteHandlers({ store, limits, clock }),
      ...followRuleHandlers({ store, limits }),
      ...peopleHandlers({ store, limits, clock }),
      ...teamHandlers({ store, limits, clock }),
      ...matchHandlers(store, lists),
      ...stepHandlers({ store, limits }),
      ...pushHandlers({ store, limits, offer: options.push }),
      ...claimHandlers({ store, limits, shared, clock }),
      ...sharingHandlers({ store, limits, shared, publicUrl: config.publicUrl }),
      ...siteHandlers(site),
      ...administrationHandlers({ store, clock, system }),
      ...sourceHandlers({ store, clock }),
      ...diagnosticsHandlers({ store, clock }),
    },
    { sessions, addressOf, limits, clock },
  )
  serveDocs(app)
  serveLogos(app, store)
  if (config.source === undefined && config.smtpUrl === undefined) serveMailbox(app, store.emails)
  serveOperators(app, { store, metrics, clock, isReady: options.isReady, config })
  if (options.robot) serveRobotPage(app, options.robot)
  const pages = options.sharedPages
  const page =
    pages && serveSharedPages(app, { pages, shared, site: site.current, addressOf, publicUrl: config.publicUrl, clock })
  fastPath = createFastPath({ store, tokensOf: sessions.tokensOf, lists, shared, page, security, observe })
  app.addHook('preClose', (done) => {
    fastPath = () => false
    done()
  })
  const contact = config.source?.contact ?? config.admin?.email ?? 'security@rollcall.example'
  await serveClient(app, {
    folder: options.clientFolder,
    securityContact: contactAddress(contact),
    now: () => clock.now(),
    hasWorker: config.serviceWorker !== false,
    isDemo: config.source === undefined,
  })
  return app
}

/**
 * Whether account 1 is the configured administrator. 'taken': another account has its address or name, so there is no
 * administrator.
 */
export type SeededAdministrator = 'as-configured' | 'other-email' | 'other-password' | 'taken'

/** Creates account 1 with this password, unless it exists. */
export async function seedAdministrator(
  store: Store,
  { email, password }: { email: string; password: string },
): Promise<SeededAdministrator> {
  const account = await store.accounts.ensureAdministrator(email, () => hashPassword(password))
  if (!account) return 'taken'
  if (account.email !== email.toLowerCase()) return 'other-email'
  return (await isPasswordOf(password, account.passwordHash)) ? 'as-configured' : 'other-password'
}

/** The id of the account with this address, created if necessary; undefined if another account has its name or a similar one. */
export async function seedUser(
  store: Store,
  { username, email, password }: { username: string; email: string; password: string },
): Promise<number | undefined> {
  const known = await store.accounts.findByEmail(email)
  if (known) return known.account.id
  const passwordHash = await hashPassword(password)
  const made = await store.accounts.register({ username, email, passwordHash }, 'verified')
  return typeof made === 'string' ? undefined : made.id
}

/** The URL, with the percent signs of its path encoded if the path cannot be decoded: then it names no file, and gets the app's page. */
function decodable(url: string): string {
  const [path = ''] = url.split('?', 1)
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length)
  }
}

/** Measures and logs responses. It logs routes instead of addresses, which may hold secrets. */
function observer(log: Log, metrics: Registry): Observe {
  const times = new Histogram({
    name: 'rollcall_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.2, 1, 5],
    registers: [metrics],
  })
  return ({ id, method, route, status, ms }) => {
    times.observe({ method, route, status }, ms / 1000)
    if (log.isLevelEnabled('debug')) log.debug({ requestId: id, method, route, status, ms: Math.round(ms) }, 'answered')
  }
}

/** Measures every request that takes the normal path, and returns its id in a header. */
function observeAll(app: FastifyInstance, observe: Observe): void {
  // With callbacks, because promises would add a tenth to the cost of a cached list.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', ({ id, method, routeOptions }, { statusCode, elapsedTime }, done) => {
    observe({ id, method, route: routeOptions.url ?? 'unknown', status: statusCode, ms: elapsedTime })
    done()
  })
}
