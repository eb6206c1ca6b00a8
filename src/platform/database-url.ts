// The address of the operator's PostgreSQL, for the driver and for PostgreSQL's own programs.
import { userInfo } from 'node:os'

/**
 * Normalises a `postgres://` address for the driver. The host may also be the folder of a Unix socket:
 * `postgres:///rollcall?host=/var/run/postgresql`, `postgres://me@/rollcall?host=…` or
 * `postgres://%2Fvar%2Frun%2Fpostgresql/rollcall`. Several servers are `postgres://me@one:5432,other/rollcall` or
 * `postgres://me@/rollcall?host=one,other&port=5432,5433`; see `addressesOf`. An address without a user gets the user of this
 * process. Undefined for any other text, and for an address without a host.
 */
export function normaliseDatabaseUrl(text: string): string | undefined {
  // `new URL` refuses a user without a host (postgres://me@/rollcall) and several hosts, so these are moved into the query.
  const [, scheme = '', login, hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)(?:([^/?#]*)@)?([^@/?#]*)([/?#].*)?$/s.exec(text) ?? []
  const isMoved = hosts.includes(',') || (hosts === '' && login !== undefined)
  const address = isMoved ? `${scheme}${rest}` : text
  if (!/^postgres(?:ql)?:\/\//.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (isMoved && login !== undefined) {
    const [user = '', password = ''] = login.split(/:(.*)/s).map(decode)
    if (user !== '') url.searchParams.set('user', user)
    if (password !== '') url.searchParams.set('password', password)
  }
  if (hosts.includes(',') && !url.searchParams.has('host')) moveHosts(hosts, url.searchParams)
  if ((url.hostname === '' && !url.searchParams.get('host')) || !hasValidHosts(url.searchParams)) return undefined
  const user = url.username === '' && !url.searchParams.has('user') ? ownUser() : undefined
  if (user !== undefined) url.searchParams.set('user', user)
  return url.href
}

/** Writes `one:5432,[::1]` as the parameters `host` and `port`. */
function moveHosts(hosts: string, query: URLSearchParams): void {
  const servers = hosts.split(',').map((server) => /^(\[.*\]|[^:]*)(?::(.*))?$/.exec(server) ?? [])
  query.set('host', servers.map(([, host = '']) => decode(host.replace(/^\[|\]$/g, ''))).join())
  query.set('port', servers.map(([, , port = '']) => port || '5432').join())
}

/** True unless one of several hosts is empty, or their ports are no numbers or of another count. One port counts for all hosts. */
function hasValidHosts(query: URLSearchParams): boolean {
  const hosts = query.get('host')?.split(',') ?? []
  const ports = query.get('port')?.split(',') ?? []
  if (hosts.length < 2) return ports.length < 2
  return (
    !hosts.includes('') &&
    (ports.length < 2 || ports.length === hosts.length) &&
    ports.every((port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535)
  )
}

/** The address of each server, in the order of a normalised address. */
export function addressesOf(databaseUrl: string): string[] {
  if (!/[?&]host=[^&]*(?:,|%2C)/i.test(databaseUrl)) return [databaseUrl]
  const { searchParams: query } = new URL(databaseUrl)
  const ports = query.get('port')?.split(',') ?? []
  return (query.get('host') ?? '').split(',').map((host, index) => {
    const url = new URL(databaseUrl)
    url.searchParams.set('host', host)
    url.searchParams.set('port', ports[index] ?? ports[0] ?? '5432')
    return url.href
  })
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
  const host = query.get('host') ?? decode(hostname.replace(/^\[|\]$/g, ''))
  const settings: Record<string, string | null> = {
    PGHOST: host,
    PGTARGETSESSIONATTRS: host.includes(',') ? 'read-write' : null,
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
