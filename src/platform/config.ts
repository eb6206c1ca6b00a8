// Builds the configuration from the environment and the command line. No other file reads the environment; backup.ts reads its own
// arguments. environment.ts lists the variables.
import { createECDH } from 'node:crypto'
import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { contactAddress } from './contact.ts'
import { normaliseDatabaseUrl } from './database-url.ts'
import {
  email,
  type Environment,
  findMisspelt,
  oneOf,
  origin,
  port,
  positive,
  text,
  url,
  value,
} from './environment.ts'
import { isLoopbackName } from './own-host.ts'
import { knownPushHosts, type AllowedPushServices } from './push-endpoint.ts'
import { hostOfSubject, isPushSubject } from './push-subject.ts'
import { parseSecretKey } from './secret-key.ts'
import { StartError } from './start-error.ts'

const roles = ['web', 'ingest'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** `web` serves users, `ingest` reads the source. One process may do both. */
export type Role = (typeof roles)[number]
export type LogLevel = (typeof logLevels)[number]

export interface Config {
  /** HOST: the address the server listens on. */
  readonly host: string
  /** PORT: the port the server listens on; 0 takes any free port. */
  readonly port: number
  /**
   * INGEST_PORT: the port on which a process without the web role serves health checks and metrics; 0 takes any free port,
   * undefined the first free one of a fixed range.
   */
  readonly ingestPort: number | undefined
  /** DATA_DIR, absolute: the directory for persistent files, such as the embedded database. A demo has another default. */
  readonly dataDir: string
  /** DATABASE_URL: the operator's PostgreSQL, one or several servers; undefined starts the embedded one in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** SECRET_KEY: encrypts stored texts that only their owner may read; undefined uses the key file in `dataDir`. */
  readonly secretKey: Buffer | undefined
  /** PUBLIC_URL: the public origin, without a trailing slash; undefined accepts only IP addresses and the names of this machine. */
  readonly publicUrl: string | undefined
  /** TRUSTED_PROXIES: addresses or ranges (CIDR) of proxies whose X-Forwarded-For or Forwarded is trusted. */
  readonly trustedProxies: readonly string[]
  /** SOURCE_*: the competition system to read; undefined runs the simulator as the demo's source. */
  readonly source: SourceConfig | undefined
  /**
   * SOURCE_BUDGET: requests per second to the source, for all pages together; Infinity for `unlimited`, which is allowed only
   * for a source on this machine; undefined uses the default budget.
   */
  readonly sourceBudget: number | undefined
  /**
   * SOURCE_CADENCE: the factor by which a tournament's pages are read more often than by default; above 1 only for a source on this
   * machine.
   */
  readonly sourceCadence: number
  /** SMTP_URL: the mail server; undefined stores emails in the demo's mailbox, and disables emails outside of the demo. */
  readonly smtpUrl: string | undefined
  /** MAIL_FROM: the sender of emails, 'RollCall <mail@rollcall.example>'; undefined is no-reply at the public host. */
  readonly mailFrom: string | undefined
  /** VAPID_*, PUSH_*: the settings of push alerts. */
  readonly push: PushConfig
  /** SUPPORT_EMAIL, DONATION_URL, SPONSORS: the links on the pages (decision D16). */
  readonly site: SiteConfig
  /** SERVICE_WORKER: false removes the app's service worker from browsers that visit. */
  readonly serviceWorker: boolean
  /** ADMIN_EMAIL and ADMIN_PASSWORD: the administrator, who is created at a start if the database has none. */
  readonly admin: { readonly email: string; readonly password: string } | undefined
  /** DEMO_DATA=keep: converts a demo's database to a real installation's, and deletes the demo's accounts. */
  readonly keepsDemoData: boolean
  /** METRICS_TOKEN: allows requests with it to /metrics from anywhere; undefined allows only this machine. */
  readonly metricsToken: string | undefined
  /** ROLES or --roles: the roles of this process. */
  readonly roles: readonly Role[]
  /** LOG_LEVEL: the default is 'warn' in a demo, else 'info'. */
  readonly logLevel: LogLevel
  /**
   * PG_DUMP and PG_RESTORE: the programs for backups. By default both are found on `path` (PATH); if PG_DUMP has a folder, the
   * default of PG_RESTORE is the pg_restore in that folder.
   */
  readonly backupPrograms: { readonly dump: string; readonly restore: string; readonly path: string }
  /** SIMULATOR_*: the simulated competition system of the demo. */
  readonly simulator: {
    /** 0 takes any free port. */
    readonly port: number
    /** The factor by which its tournaments run faster than real time; undefined uses the simulator's default. */
    readonly speed: number | undefined
  }
}

export interface SourceConfig {
  /** SOURCE_URL: the competition system's origin, without a trailing slash. */
  readonly url: string
  /** SOURCE_EVENTS_URL: the address of the event list, by default a local source's own; undefined uses the federation's. */
  readonly eventsUrl: string | undefined
  /** SOURCE_LOGO_ORIGINS: further origins from which logos are read; undefined uses the source's default. */
  readonly logoOrigins: readonly string[] | undefined
  /** SOURCE_CONTACT: our operator's email address or web page, for the source's operator; sent with each request. */
  readonly contact: string | undefined
  /** SOURCE_PERMISSION: the operator's statement that somebody permitted reading what robots.txt disallows. */
  readonly permission: string | undefined
}

export interface PushConfig {
  /** VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, base64url; undefined creates and stores a pair at the first start. */
  readonly keys: PushKeys | undefined
  /** VAPID_SUBJECT: the operator's mailto: or https: address, for push services. */
  readonly subject: string
  /** PUSH_HOSTS and PUSH_LOCAL_ORIGIN: the accepted push services. */
  readonly services: AllowedPushServices
}

/** The key pair that identifies this server to push services: P-256, base64url. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

export interface SiteConfig {
  /** SUPPORT_EMAIL: the address for users and sponsors; undefined hides its buttons. */
  readonly supportEmail: string | undefined
  /** DONATION_URL: the page of a payment provider; undefined hides its button. */
  readonly donationUrl: string | undefined
  /** SPONSORS: at most `maxSponsors`. */
  readonly sponsors: readonly SponsorConfig[]
}

export interface SponsorConfig {
  readonly name: string
  /** The sponsor's page or profile. */
  readonly url: string
  /** An address, or the path of a file on our own origin. */
  readonly logoUrl: string
}

/**
 * Reads the configuration from environment variables and command-line arguments (`--roles=web,ingest`, `--check`). An empty
 * variable counts as not set.
 * @throws StartError with one sentence for each wrong value, which names the variable and what it accepts.
 */
export function requireConfig(env: Environment = process.env, args: readonly string[] = process.argv.slice(2)): Config {
  const { config, problems } = readConfig(env, args)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return config as Config
}

/** Reads the configuration like `requireConfig`, but leaves out wrong values; `problems` has a sentence about each. */
export function readConfig(
  env: Environment = process.env,
  args: readonly string[] = process.argv.slice(2),
): { config: Partial<Config>; problems: string[] } {
  const problems = new Set<string>()
  const read = ([name, reader]: [string, () => unknown]): [string, unknown][] => {
    try {
      return [[name, reader()]]
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      problems.add(error.message)
      return []
    }
  }
  const config = Object.fromEntries(Object.entries(readers(env, args)).flatMap(read))
  return { config: Object.freeze(config), problems: [...problems] }
}

/** One sentence for each variable that looks like a misspelt variable of RollCall. */
export const findMisspeltVariables = (env: Environment = process.env): string[] => findMisspelt(env)

/** Whether this start only checks the configuration. */
export const isCheck = (args: readonly string[] = process.argv.slice(2)): boolean => args.includes('--check')

/** One function for each part of the configuration, each of which may throw its own StartError. */
function readers(env: Environment, args: readonly string[]): { [Name in keyof Config]: () => Config[Name] } {
  const source = (): SourceConfig | undefined => readSource(env)
  const admin = (): Config['admin'] => readAdmin(env)
  return {
    host: () => text(env, 'HOST') ?? '0.0.0.0',
    port: () => port(env, 'PORT') ?? 3000,
    ingestPort: () => port(env, 'INGEST_PORT'),
    dataDir: () => resolve(text(env, 'DATA_DIR') ?? (source() ? 'data' : 'data-demo')),
    databaseUrl: () => readDatabaseUrl(env),
    secretKey: () => readSecretKey(env),
    publicUrl: () => readPublicUrl(env),
    trustedProxies: () => readProxies(env),
    source,
    sourceBudget: () => readBudget(env, source()),
    sourceCadence: () => readCadence(env, source()),
    smtpUrl: () => readSmtpUrl(env),
    mailFrom: () => readMailFrom(env),
    push: () => readPush(env, [source()?.contact, admin()?.email, readPublicUrl(env)]),
    site: () =>
      Object.freeze({
        supportEmail: email(env, 'SUPPORT_EMAIL'),
        donationUrl: url(env, 'DONATION_URL', ['http:', 'https:'])?.href,
        sponsors: readSponsors(env),
      }),
    serviceWorker: () => oneOf(env, 'SERVICE_WORKER', ['on', 'off']) !== 'off',
    admin,
    keepsDemoData: () => readKeepsDemoData(env, source(), admin()),
    metricsToken: () => readMetricsToken(env),
    roles: () => readRoles(env, args),
    logLevel: () => oneOf(env, 'LOG_LEVEL', logLevels) ?? (source() === undefined ? 'warn' : 'info'),
    backupPrograms: () => readBackupPrograms(env),
    simulator: () => Object.freeze({ port: port(env, 'SIMULATOR_PORT') ?? 0, speed: positive(env, 'SIMULATOR_SPEED') }),
  }
}

/** The error does not include the value, because it may contain a password. */
function readDatabaseUrl(env: Environment): string | undefined {
  const given = text(env, 'DATABASE_URL')
  if (given === undefined) return undefined
  const address = normaliseDatabaseUrl(given)
  if (address === undefined)
    throw new StartError(
      'DATABASE_URL must be an address such as postgres://user:password@host/database, or postgres:///database?host=/var/run/postgresql for a socket.',
    )
  const attributes = new URL(address).searchParams.get('target_session_attrs') ?? 'read-write'
  if (!['any', 'primary', 'read-write'].includes(attributes))
    throw new StartError(
      `DATABASE_URL must have target_session_attrs=read-write or none, not "${attributes}": RollCall always connects to the server that accepts writes.`,
    )
  return address
}

/** If PG_DUMP is given with its folder, a pg_restore of the same version is in that folder. */
function readBackupPrograms(env: Environment): Config['backupPrograms'] {
  const dump = text(env, 'PG_DUMP') ?? 'pg_dump'
  const defaultRestore = dump.includes('/') ? join(dirname(dump), 'pg_restore') : 'pg_restore'
  return Object.freeze({
    dump,
    restore: text(env, 'PG_RESTORE') ?? defaultRestore,
    path: env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin',
  })
}

/** Plain http, which reveals cookies and passwords, is allowed only on this machine, or with ALLOW_HTTP=on (S-02, N-06). */
function readPublicUrl(env: Environment): string | undefined {
  const allowsHttp = oneOf(env, 'ALLOW_HTTP', ['on', 'off']) === 'on'
  const address = origin(env, 'PUBLIC_URL')
  if (address?.startsWith('http:') && !isOnThisMachine(address) && !allowsHttp) {
    throw new StartError(
      'PUBLIC_URL must begin with https:// on a host that is not this machine: over http, anyone on the network path can read passwords and cookies; ALLOW_HTTP=on accepts that.',
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
    // For a source on this machine, the federation gets no requests unless its address is configured.
    eventsUrl: eventsUrl ?? (isOnThisMachine(address) ? address : undefined),
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
      given.map((part) => {
        const address = part.trim()
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

/** Accepts the characters of a bearer token (RFC 6750), and a length that prevents guessing. */
function readMetricsToken(env: Environment): string | undefined {
  const token = text(env, 'METRICS_TOKEN')
  if (token !== undefined && !/^[\w.~+/-]{16,}=*$/.test(token))
    throw new StartError('METRICS_TOKEN must be at least 16 letters, digits or any of -._~+/ without blanks.')
  return token
}

/** The error does not include the value, because it is a secret. */
function readSecretKey(env: Environment): Buffer | undefined {
  const given = text(env, 'SECRET_KEY')
  const key = given === undefined ? undefined : parseSecretKey(given)
  if (given !== undefined && key === undefined) {
    throw new StartError(
      'SECRET_KEY must be 32 bytes in hexadecimal or base64url, as `openssl rand -hex 32` prints them.',
    )
  }
  return key
}

function readAdmin(env: Environment): Config['admin'] {
  const address = email(env, 'ADMIN_EMAIL')
  const password = value(env, 'ADMIN_PASSWORD')
  if (address === undefined && password === undefined) return undefined
  if (address === undefined || password === undefined) {
    throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD belong together: set both or neither.')
  }
  if (password.length < 8) throw new StartError('ADMIN_PASSWORD must have at least 8 characters.')
  return Object.freeze({ email: address, password })
}

/** The number of places for sponsors (sharing-and-admin.md section 9). */
const maxSponsors = 6
const wrongSponsors = (): StartError =>
  new StartError(
    `SPONSORS must be a JSON list of at most ${maxSponsors} entries like {"name":"…","url":"https://…","logoUrl":"https://…"}.`,
  )

function readSponsors(env: Environment): readonly SponsorConfig[] {
  const listed = parseJson(text(env, 'SPONSORS') ?? '[]')
  if (!Array.isArray(listed) || listed.length > maxSponsors) throw wrongSponsors()
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

/** True for a path on our own origin in all browsers: some read `/\` as `//`, and ignore tabs and line breaks. */
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

function readSmtpUrl(env: Environment): string | undefined {
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])?.href
  if (smtpUrl !== undefined && text(env, 'PUBLIC_URL') === undefined) {
    throw new StartError('SMTP_URL needs PUBLIC_URL: links in emails lead there.')
  }
  return smtpUrl
}

function readMailFrom(env: Environment): string | undefined {
  const mailFrom = text(env, 'MAIL_FROM')
  if (mailFrom !== undefined && !/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s,]+@[^<>@\s,]+)$/.test(mailFrom)) {
    throw new StartError(`MAIL_FROM must be an address such as RollCall <mail@example.org>, not "${mailFrom}".`)
  }
  return mailFrom
}

/** `contacts`: the operator's email addresses and web pages, the defaults of VAPID_SUBJECT. */
function readPush(env: Environment, contacts: readonly (string | undefined)[]): PushConfig {
  const localOrigin = origin(env, 'PUSH_LOCAL_ORIGIN')
  if (localOrigin !== undefined && !isOnThisMachine(localOrigin)) {
    throw new StartError('PUSH_LOCAL_ORIGIN may only be an origin on this machine, such as http://127.0.0.1:4100.')
  }
  const hosts = text(env, 'PUSH_HOSTS')
    ?.split(',')
    .map((host) => host.trim().toLowerCase())
  if (
    hosts?.some(
      (host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[\w./-]*)?$/.test(host) || isIP(host.split('/')[0] ?? '') !== 0,
    )
  ) {
    throw new StartError('PUSH_HOSTS must be host names with commas between them, such as fcm.googleapis.com.')
  }
  return Object.freeze({
    keys: readPushKeys(env),
    subject: readPushSubject(env, contacts),
    services: Object.freeze({ hosts: hosts ?? knownPushHosts, localOrigin }),
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
    // The private key is invalid.
  }
  throw new StartError(
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be one pair, as `npx web-push generate-vapid-keys` prints it.',
  )
}

/** Without a VAPID_SUBJECT, the first of the operator's other addresses that push services accept. */
function readPushSubject(env: Environment, contacts: readonly (string | undefined)[]): string {
  const given = text(env, 'VAPID_SUBJECT')
  if (given === undefined) {
    const addresses = contacts.flatMap((contact) => (contact === undefined ? [] : contactAddress(contact)))
    return addresses.find(isPushSubject) ?? 'mailto:push@rollcall.example'
  }
  if (isPushSubject(given)) return given
  throw new StartError(
    hostOfSubject(given) === undefined
      ? `VAPID_SUBJECT must be a mailto: or https: address, such as mailto:ops@example.org, not "${given}".`
      : `VAPID_SUBJECT must have a host name of the public internet, such as mailto:ops@example.org: push services refuse "${given}".`,
  )
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
  const unknown = args.find((arg) => !arg.startsWith('--roles=') && arg !== '--check')
  if (unknown !== undefined)
    throw new StartError(`${unknown} is not an argument of RollCall, which accepts --roles=web,ingest and --check.`)
  const argument = args.find((arg) => arg.startsWith('--roles='))?.slice('--roles='.length)
  const names = (argument ?? text(env, 'ROLES') ?? 'web,ingest').split(',').map((name) => name.trim())
  const wanted = roles.filter((role) => names.includes(role))
  if (wanted.length !== names.length) {
    throw new StartError(`ROLES must be web, ingest or both with a comma between them, not "${names.join(',')}".`)
  }
  return Object.freeze(wanted)
}
