// The one reader of the environment. Every setting is listed here, in the README and in .env.example.
import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { contactAddress } from './contact.ts'
import { isLoopbackName } from './own-host.ts'
import { knownPushHosts, type PushPlaces } from './push-endpoint.ts'
import { parseSecretKey } from './secret-key.ts'
import { StartError } from './start-error.ts'

const roles = ['web', 'ingest'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** What a process does: `web` serves people, `ingest` reads the source. One process may do both. */
export type Role = (typeof roles)[number]
export type LogLevel = (typeof logLevels)[number]

export interface Config {
  /** HOST: the address the server listens on. */
  readonly host: string
  /** PORT: where people reach the server; 0 takes any free port. */
  readonly port: number
  /** DATA_DIR, absolute: the embedded database and whatever else must outlive the process; a demo's default is its own. */
  readonly dataDir: string
  /** DATABASE_URL: a PostgreSQL of the operator's; undefined starts the embedded one in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** SECRET_KEY: what encrypts what is kept for its owner alone; undefined takes that of a file in `dataDir`. */
  readonly secretKey: Buffer | undefined
  /** PUBLIC_URL: the origin people type, without a trailing slash; undefined answers to this machine's names only. */
  readonly publicUrl: string | undefined
  /** TRUSTED_PROXIES: addresses or ranges (CIDR) of proxies before us, whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** SOURCE_*: the competition system to read; undefined runs the simulator as the demo's source. */
  readonly source: SourceConfig | undefined
  /**
   * SOURCE_BUDGET: requests a second to the source, over all its pages; Infinity for `unlimited`, which only a source
   * on this machine may be given; undefined takes the polite default.
   */
  readonly sourceBudget: number | undefined
  /** SOURCE_CADENCE: how many times as often as by default a tournament's pages are read; for a source on this machine. */
  readonly sourceCadence: number
  /** SMTP_URL: where mail goes out; undefined keeps mails in the demo's mailbox, and sends none anywhere else. */
  readonly smtpUrl: string | undefined
  /** MAIL_FROM: whom mails come from, 'RollCall <mail@rollcall.example>'; undefined is no-reply at the public host. */
  readonly mailFrom: string | undefined
  /** VAPID_*, PUSH_*: how alerts reach phones. */
  readonly push: PushConfig
  /** SUPPORT_EMAIL, DONATION_URL, SPONSORS: what the pages lead to (decision D16). */
  readonly site: SiteConfig
  /** SERVICE_WORKER: false takes the app's service worker out of every browser that comes. */
  readonly serviceWorker: boolean
  /** ADMIN_EMAIL and ADMIN_PASSWORD: the administrator made at the first start. */
  readonly admin: { readonly email: string; readonly password: string } | undefined
  /** DEMO_DATA=keep: a demo's database becomes this real installation's, without the demo's accounts. */
  readonly keepsDemoData: boolean
  /** METRICS_TOKEN: opens /metrics from anywhere; undefined leaves it to this machine. */
  readonly metricsToken: string | undefined
  /** ROLES or --roles: what this process does. */
  readonly roles: readonly Role[]
  /** LOG_LEVEL: how much is logged; the demo logs warnings, everything else information. */
  readonly logLevel: LogLevel
  /** SIMULATOR_*: the pretend competition system of the demo. */
  readonly simulator: {
    /** 0 takes any free port. */
    readonly port: number
    /** How many times faster than real its tournaments run; undefined leaves it to the simulator. */
    readonly speed: number | undefined
  }
}

export interface SourceConfig {
  /** SOURCE_URL: the competition system's origin, without a trailing slash. */
  readonly url: string
  /** SOURCE_EVENTS_URL: the address of the federation's event list; undefined takes the source's own default. */
  readonly eventsUrl: string | undefined
  /** SOURCE_LOGO_ORIGINS: further origins on which the lists' logos are read; undefined takes the source's own choice. */
  readonly logoOrigins: readonly string[] | undefined
  /** SOURCE_CONTACT: an e-mail address or page at which the source's operator reaches ours; sent with each request. */
  readonly contact: string | undefined
  /** SOURCE_PERMISSION: who permitted reading where robots.txt does not, in the operator's words. */
  readonly permission: string | undefined
}

export interface PushConfig {
  /** VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, base64url; undefined makes a pair at the first start and keeps it. */
  readonly keys: PushKeys | undefined
  /** VAPID_SUBJECT: a mailto: or https: address at which a push service reaches the operator. */
  readonly subject: string
  /** PUSH_HOSTS and PUSH_LOCAL_ORIGIN: which push services are believed. */
  readonly places: PushPlaces
}

/** The pair by which push services know this server: a P-256 key, base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface SiteConfig {
  /** SUPPORT_EMAIL: where followers and sponsors write; undefined hides the buttons that would. */
  readonly supportEmail: string | undefined
  /** DONATION_URL: the hosted page of a payment provider; undefined hides the button. */
  readonly donationUrl: string | undefined
  /** SPONSORS: at most as many as the sponsors' wall has places. */
  readonly sponsors: readonly SponsorConfig[]
}

export interface SponsorConfig {
  readonly name: string
  /** Their own page or profile. */
  readonly url: string
  /** An address, or a path of a file beside the client's own. */
  readonly logoUrl: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration from environment variables and command-line arguments (only `--roles=web,ingest`).
 * An empty variable counts as not set.
 * @throws StartError with one sentence that names the variable and what it accepts.
 */
export function requireConfig(env: Environment = process.env, args: readonly string[] = process.argv.slice(2)): Config {
  const source = readSource(env)
  const admin = readAdmin(env)
  return Object.freeze({
    host: text(env, 'HOST') ?? '0.0.0.0',
    port: port(env, 'PORT', 3000),
    dataDir: resolve(text(env, 'DATA_DIR') ?? (source ? 'data' : 'data-demo')),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])?.href,
    secretKey: readSecretKey(env),
    publicUrl: readPublicUrl(env),
    trustedProxies: readProxies(env),
    source,
    sourceBudget: readBudget(env, source),
    sourceCadence: readCadence(env, source),
    ...readMail(env),
    push: readPush(env, source?.contact ?? admin?.email),
    site: Object.freeze({
      supportEmail: email(env, 'SUPPORT_EMAIL'),
      donationUrl: url(env, 'DONATION_URL', ['http:', 'https:'])?.href,
      sponsors: readSponsors(env),
    }),
    serviceWorker: oneOf(env, 'SERVICE_WORKER', ['on', 'off']) !== 'off',
    admin,
    keepsDemoData: readKeepsDemoData(env, source, admin),
    metricsToken: readMetricsToken(env),
    roles: readRoles(env, args),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels) ?? (source === undefined ? 'warn' : 'info'),
    simulator: Object.freeze({ port: port(env, 'SIMULATOR_PORT', 0), speed: positive(env, 'SIMULATOR_SPEED') }),
  })
}

/** Cookies and passwords over plain http are for this machine alone, unless somebody says otherwise (S-02, N-06). */
function readPublicUrl(env: Environment): string | undefined {
  const allowsHttp = oneOf(env, 'ALLOW_HTTP', ['on', 'off']) === 'on'
  const address = origin(env, 'PUBLIC_URL')
  if (address?.startsWith('http:') && !isOnThisMachine(address) && !allowsHttp) {
    throw new StartError(
      'PUBLIC_URL must begin with https:// on a host that is not this machine: over http everybody on the way can read passwords and cookies, which ALLOW_HTTP=on accepts.',
    )
  }
  return address
}

function readSource(env: Environment): SourceConfig | undefined {
  const address = origin(env, 'SOURCE_URL')
  const eventsUrl = url(env, 'SOURCE_EVENTS_URL', ['http:', 'https:'])?.href
  if (address === undefined) {
    if (eventsUrl !== undefined) throw new StartError('SOURCE_EVENTS_URL needs SOURCE_URL: without one this is a demo.')
    return undefined
  }
  return Object.freeze({
    url: address,
    eventsUrl,
    logoOrigins: readLogoOrigins(env),
    contact: text(env, 'SOURCE_CONTACT'),
    permission: text(env, 'SOURCE_PERMISSION'),
  })
}

function readLogoOrigins(env: Environment): readonly string[] | undefined {
  const given = text(env, 'SOURCE_LOGO_ORIGINS')?.split(',')
  return (
    given &&
    Object.freeze(
      given.map((one) => {
        const address = one.trim()
        if (!address.startsWith('https://') || !URL.canParse(address) || new URL(address).origin !== address)
          throw new StartError(
            `SOURCE_LOGO_ORIGINS must be origins such as https://logos.example.org, with commas between them, not "${address}".`,
          )
        return address
      }),
    )
  )
}

function readBudget(env: Environment, source: SourceConfig | undefined): number | undefined {
  if (text(env, 'SOURCE_BUDGET') !== 'unlimited') return positive(env, 'SOURCE_BUDGET')
  if (source !== undefined && !isOnThisMachine(source.url)) {
    throw new StartError('SOURCE_BUDGET may be unlimited only for a source on this machine.')
  }
  return Infinity
}

function readCadence(env: Environment, source: SourceConfig | undefined): number {
  const cadence = positive(env, 'SOURCE_CADENCE') ?? 1
  if (cadence > 1 && source !== undefined && !isOnThisMachine(source.url)) {
    throw new StartError('SOURCE_CADENCE may be above 1 only for a source on this machine.')
  }
  return cadence
}

const isOnThisMachine = (address: string): boolean => isLoopbackName(new URL(address).hostname)

function readKeepsDemoData(env: Environment, source: SourceConfig | undefined, admin: Config['admin']): boolean {
  if (oneOf(env, 'DEMO_DATA', ['keep']) === undefined) return false
  if (!source || !admin)
    throw new StartError('DEMO_DATA=keep needs SOURCE_URL, and ADMIN_EMAIL with ADMIN_PASSWORD for its administrator.')
  return true
}

/** What a bearer token may be made of (RFC 6750), and long enough not to be guessed. */
function readMetricsToken(env: Environment): string | undefined {
  const token = text(env, 'METRICS_TOKEN')
  if (token !== undefined && !/^[\w.~+/-]{16,}=*$/.test(token))
    throw new StartError('METRICS_TOKEN must be at least 16 letters, digits or any of -._~+/ without blanks.')
  return token
}

/** The value is a secret, so the sentence does not repeat it. */
function readSecretKey(env: Environment): Buffer | undefined {
  const value = text(env, 'SECRET_KEY')
  const key = value === undefined ? undefined : parseSecretKey(value)
  if (value !== undefined && key === undefined) {
    throw new StartError(
      'SECRET_KEY must be 32 bytes in hexadecimal or base64url, as `openssl rand -hex 32` prints them.',
    )
  }
  return key
}

function readAdmin(env: Environment): Config['admin'] {
  const address = email(env, 'ADMIN_EMAIL')
  const password = env['ADMIN_PASSWORD'] === '' ? undefined : env['ADMIN_PASSWORD']
  if (address === undefined && password === undefined) return undefined
  if (address === undefined || password === undefined) {
    throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.')
  }
  if (password.length < 8) throw new StartError('ADMIN_PASSWORD must have at least 8 characters.')
  return Object.freeze({ email: address, password })
}

/** The sponsors' wall has six places (sharing-and-admin.md section 9). */
const sponsorsMost = 6
const wrongSponsors = (): StartError =>
  new StartError(
    `SPONSORS must be a JSON list of at most ${sponsorsMost} like {"name":"…","url":"https://…","logoUrl":"https://…"}.`,
  )

function readSponsors(env: Environment): readonly SponsorConfig[] {
  const listed = parseJson(text(env, 'SPONSORS') ?? '[]')
  if (!Array.isArray(listed) || listed.length > sponsorsMost) throw wrongSponsors()
  return Object.freeze(listed.map((sponsor: unknown) => Object.freeze(requireSponsor(sponsor))))
}

function requireSponsor(sponsor: unknown): SponsorConfig {
  if (typeof sponsor !== 'object' || sponsor === null) throw wrongSponsors()
  const { name, url: page, logoUrl }: { name?: unknown; url?: unknown; logoUrl?: unknown } = sponsor
  if (typeof name !== 'string' || name.trim() === '' || !isWebAddress(page)) throw wrongSponsors()
  if (!isWebAddress(logoUrl) && !isOwnPath(logoUrl)) throw wrongSponsors()
  return { name: name.trim(), url: page, logoUrl }
}

const isWebAddress = (value: unknown): value is string =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

/** A path on our own origin as every browser reads it: some take `/\` for `//`, and leave out tabs and line ends. */
const isOwnPath = (value: unknown): value is string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  typeof value === 'string' && /^\/(?!\/)[^\\\u0000-\u0020\u007f]*$/.test(value)

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    throw wrongSponsors()
  }
}

function readMail(env: Environment): Pick<Config, 'smtpUrl' | 'mailFrom'> {
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])?.href
  if (smtpUrl !== undefined && text(env, 'PUBLIC_URL') === undefined) {
    throw new StartError('SMTP_URL needs PUBLIC_URL: links in mails lead there.')
  }
  const mailFrom = text(env, 'MAIL_FROM')
  if (mailFrom !== undefined && !/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s,]+@[^<>@\s,]+)$/.test(mailFrom)) {
    throw new StartError(`MAIL_FROM must be an address such as RollCall <mail@example.org>, not "${mailFrom}".`)
  }
  return { smtpUrl, mailFrom }
}

/** `contact`: an e-mail address or page of the operator's, for want of VAPID_SUBJECT. */
function readPush(env: Environment, contact: string | undefined): PushConfig {
  const localOrigin = origin(env, 'PUSH_LOCAL_ORIGIN')
  if (localOrigin !== undefined && !isOnThisMachine(localOrigin)) {
    throw new StartError('PUSH_LOCAL_ORIGIN may only be an origin on this machine, such as http://127.0.0.1:4100.')
  }
  const hosts = text(env, 'PUSH_HOSTS')
    ?.split(',')
    .map((host) => host.trim().toLowerCase())
  if (hosts?.some((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host) || isIP(host) !== 0)) {
    throw new StartError('PUSH_HOSTS must be host names with commas between them, such as fcm.googleapis.com.')
  }
  return Object.freeze({
    keys: readPushKeys(env),
    subject: readPushSubject(env, contact),
    places: Object.freeze({ hosts: hosts ?? knownPushHosts, localOrigin }),
  })
}

function readPushKeys(env: Environment): PushKeys | undefined {
  const publicKey = text(env, 'VAPID_PUBLIC_KEY')
  const privateKey = text(env, 'VAPID_PRIVATE_KEY')
  if (publicKey === undefined && privateKey === undefined) return undefined
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey ?? '', 'base64url')
    if (privateKey?.length === 43 && pair.getPublicKey('base64url') === publicKey)
      return Object.freeze({ publicKey, privateKey })
  } catch {
    // No key at all.
  }
  throw new StartError(
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be one pair, as `npx web-push generate-vapid-keys` prints it.',
  )
}

function readPushSubject(env: Environment, contact: string | undefined): string {
  const given = text(env, 'VAPID_SUBJECT')
  const subject = given ?? contact ?? 'push@rollcall.example'
  const address = given === undefined ? contactAddress(subject) : subject
  if (/^mailto:[^\s@]+@[^\s@]+$/.test(address) || (URL.canParse(address) && address.startsWith('https://')))
    return address
  if (given === undefined) return 'mailto:push@rollcall.example'
  throw new StartError(`VAPID_SUBJECT must begin with mailto: or https://, not be "${given}".`)
}

function readProxies(env: Environment): readonly string[] {
  const proxies = (text(env, 'TRUSTED_PROXIES') ?? '').split(',').map((proxy) => proxy.trim())
  const given = proxies.filter((proxy) => proxy !== '')
  for (const proxy of given) {
    const [address = '', prefix = '0', ...rest] = proxy.split('/')
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
    if (rest.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > bits) {
      throw new StartError(`TRUSTED_PROXIES must be addresses or ranges such as 10.0.0.0/8, not "${proxy}".`)
    }
  }
  return Object.freeze(given)
}

function readRoles(env: Environment, args: readonly string[]): readonly Role[] {
  const argument = args.find((arg) => arg.startsWith('--roles='))?.slice('--roles='.length)
  const names = (argument ?? text(env, 'ROLES') ?? 'web,ingest').split(',').map((name) => name.trim())
  const wanted = roles.filter((role) => names.includes(role))
  if (wanted.length !== names.length) {
    throw new StartError(`ROLES must be web, ingest or both with a comma between them, not "${names.join(',')}".`)
  }
  return Object.freeze(wanted)
}

function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === '' ? undefined : value
}

function email(env: Environment, name: string): string | undefined {
  const value = text(env, name)
  if (value !== undefined && !/^[^\s@]+@[^\s@]+$/.test(value)) {
    throw new StartError(`${name} must be an e-mail address, not "${value}".`)
  }
  return value
}

function port(env: Environment, name: string, standard: number): number {
  const value = text(env, name)
  if (value === undefined) return standard
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) {
    throw new StartError(`${name} must be a port number from 0 to 65535, not "${value}".`)
  }
  return Number(value)
}

function positive(env: Environment, name: string): number | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  if (!/^\d+(\.\d+)?$/.test(value) || Number(value) <= 0) {
    throw new StartError(`${name} must be a number above 0, not "${value}".`)
  }
  return Number(value)
}

function oneOf<T extends string>(env: Environment, name: string, allowed: readonly T[]): T | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const found = allowed.find((known) => known === value)
  if (found === undefined) throw new StartError(`${name} must be one of ${allowed.join(', ')}, not "${value}".`)
  return found
}

/** The value may hold a password, so the sentence does not repeat it. */
function url(env: Environment, name: string, protocols: readonly string[]): URL | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const parsed = URL.canParse(value) ? new URL(value) : undefined
  if (parsed === undefined || !protocols.includes(parsed.protocol) || parsed.hostname === '') {
    throw new StartError(`${name} must be an address that begins with ${protocols.join('// or ')}//.`)
  }
  return parsed
}

function origin(env: Environment, name: string): string | undefined {
  const parsed = url(env, name, ['http:', 'https:'])
  if (parsed === undefined) return undefined
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') {
    throw new StartError(`${name} must be an origin such as https://example.org, without a path, query or user.`)
  }
  return parsed.origin
}
