// The address of the operator's PostgreSQL, for the driver and for PostgreSQL's own programs.
import { userInfo } from 'node:os'

/**
 * Normalises a `postgres://` address for the driver. The host may also be the folder of a Unix socket:
 * `postgres:///rollcall?host=/var/run/postgresql`, `postgres://me@/rollcall?host=…` or
 * `postgres://%2Fvar%2Frun%2Fpostgresql/rollcall`. An address without a user gets the user of this process. Undefined for any
 * other text, and for an address without a host.
 */
export function normaliseDatabaseUrl(text: string): string | undefined {
  // `new URL` refuses a user without a host (postgres://me@/rollcall), so the user is moved into the query.
  const [, scheme = '', login, rest = ''] = /^(postgres(?:ql)?:\/\/)([^@/?#]*)@([/?].*)$/.exec(text) ?? []
  const address = login === undefined ? text : `${scheme}${rest}`
  if (!/^postgres(?:ql)?:\/\//.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (login !== undefined) {
    const [user = '', password = ''] = login.split(/:(.*)/s).map(decode)
    if (user !== '') url.searchParams.set('user', user)
    if (password !== '') url.searchParams.set('password', password)
  }
  if (url.hostname === '' && !url.searchParams.get('host')) return undefined
  const user = url.username === '' && !url.searchParams.has('user') ? ownUser() : undefined
  if (user !== undefined) url.searchParams.set('user', user)
  return url.href
}

/** Undefined in a container whose user has no name. */
function ownUser(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}

/**
 * The environment in which PostgreSQL's own programs reach the database. The address is not on the command line, which every user
 * of the machine can read. In every mode with encryption except no-verify the driver verifies the certificate; these programs can
 * do that only with an `sslrootcert`.
 */
export function clientEnvironment(databaseUrl: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams: query } = new URL(databaseUrl)
  const user = query.get('user') ?? decode(username)
  const settings: Record<string, string | null> = {
    PGHOST: query.get('host') ?? decode(hostname.replace(/^\[|\]$/g, '')),
    PGPORT: query.get('port') ?? (port || '5432'),
    PGUSER: user,
    PGPASSWORD: query.get('password') ?? decode(password),
    PGDATABASE: decode(pathname.slice(1)) || user,
    PGSSLMODE: sslMode(query.get('sslmode'), query.has('sslrootcert')),
    PGSSLROOTCERT: query.get('sslrootcert'),
    PGSSLCERT: query.get('sslcert'),
    PGSSLKEY: query.get('sslkey'),
  }
  return Object.fromEntries(Object.entries(settings).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

/** The driver also accepts a % that encodes nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function sslMode(mode: string | null, hasRootCertificate: boolean): string | null {
  if (mode === null || mode === 'disable' || mode === 'verify-full') return mode
  return hasRootCertificate && mode !== 'no-verify' ? 'verify-full' : 'require'
}
