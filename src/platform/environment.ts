// The environment variables of RollCall: their names, secrets from files, misspelt names, and readers of single values. config.ts
// builds the configuration from them.
import { readFileSync } from 'node:fs'
import { errorCode, StartError } from './start-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Every variable; each is also described in the README and in .env.example. */
export const variables = [
  'HOST',
  'PORT',
  'INGEST_PORT',
  'PUBLIC_URL',
  'ALLOW_HTTP',
  'TRUSTED_PROXIES',
  'DATA_DIR',
  'DATABASE_URL',
  'SECRET_KEY',
  'SOURCE_URL',
  'SOURCE_EVENTS_URL',
  'SOURCE_LOGO_ORIGINS',
  'SOURCE_CONTACT',
  'SOURCE_PERMISSION',
  'SOURCE_BUDGET',
  'SOURCE_CADENCE',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'DEMO_DATA',
  'SMTP_URL',
  'MAIL_FROM',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
  'PUSH_HOSTS',
  'PUSH_LOCAL_ORIGIN',
  'SUPPORT_EMAIL',
  'DONATION_URL',
  'SPONSORS',
  'SERVICE_WORKER',
  'METRICS_TOKEN',
  'ROLES',
  'LOG_LEVEL',
  'PG_DUMP',
  'PG_RESTORE',
  'SIMULATOR_PORT',
  'SIMULATOR_SPEED',
] as const
export type Variable = (typeof variables)[number]

/** The variables with secrets. Each may come from a file, whose path is in the variable with the suffix `_FILE`. */
export const secretVariables = [
  'DATABASE_URL',
  'SECRET_KEY',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
  'METRICS_TOKEN',
] as const satisfies Variable[]

/**
 * The value of a variable, or the content of the file that its `_FILE` variable names, without a trailing line break. Undefined
 * if neither is set; an empty variable counts as not set.
 * @throws StartError if both are set, or the file cannot be read or is empty.
 */
export function value(env: Environment, name: Variable): string | undefined {
  const given = env[name] === '' ? undefined : env[name]
  const path = env[`${name}_FILE`]?.trim()
  if (!isSecret(name) || path === undefined || path === '') return given
  if (given !== undefined) throw new StartError(`${name} and ${name}_FILE are both set: set one of them.`)
  const content = readSecretFile(name, path)
  if (content.trim() === '') throw new StartError(`${name}_FILE names an empty file: ${path}.`)
  return content
}

const isSecret = (name: string): boolean => secretVariables.some((secret) => secret === name)

function readSecretFile(name: Variable, path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch (error) {
    throw new StartError(`${name}_FILE names a file that cannot be read: ${path} (${errorCode(error)}).`)
  }
}

/** Names that RollCall reads. */
const knownNames: readonly string[] = [...variables, ...secretVariables.map((name) => `${name}_FILE`)]
/** A name of at least this length may differ from a known one by two characters, a shorter one by one. */
const longNameLength = 9

/**
 * One sentence for each variable that RollCall does not read, but whose name resembles a variable of RollCall that is not set. A
 * common prefix is not enough: SOURCE_ or SMTP_ are too frequent, and container platforms set variables such as ROLLCALL_PORT
 * themselves.
 */
export function findMisspelt(env: Environment): string[] {
  const isSet = (name: string): boolean => (env[name] ?? '') !== ''
  const unset = knownNames.filter((name) => !isSet(name))
  return Object.keys(env)
    .filter((name) => isSet(name) && /^[A-Z][A-Z0-9_]+$/.test(name) && !knownNames.includes(name))
    .flatMap((name) => {
      const nearest = unset
        .map((known) => ({ known, distance: distanceBetween(singular(name), singular(known)) }))
        .toSorted((one, other) => one.distance - other.distance)[0]
      const limit = name.length < longNameLength ? 1 : 2
      return nearest && nearest.distance <= limit
        ? [`${name} is not a variable of RollCall: did you mean ${nearest.known}?`]
        : []
    })
}

/** Turns 'TRUSTED_PROXIES' into 'TRUSTED_PROXY', so that a plural for a singular counts as one mistake, not three. */
const singular = (name: string): string => name.replaceAll(/IES(?=_|$)/g, 'Y').replaceAll(/S(?=_|$)/g, '')

/** The number of characters to insert, delete, replace, or swap with the next one (optimal string alignment). */
function distanceBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const distanceAt = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let row = 1; row <= a.length; row++) {
    rows.push([row])
    for (let column = 1; column <= b.length; column++) {
      const [character, wanted] = [a[row - 1], b[column - 1]]
      const isSwap = row > 1 && column > 1 && character === b[column - 2] && wanted === a[row - 2]
      const ways = [
        distanceAt(row - 1, column) + 1,
        distanceAt(row, column - 1) + 1,
        distanceAt(row - 1, column - 1) + (character === wanted ? 0 : 1),
        ...(isSwap ? [distanceAt(row - 2, column - 2) + 1] : []),
      ]
      rows[row]?.push(Math.min(...ways))
    }
  }
  return distanceAt(a.length, b.length)
}

/** A value without blanks around it; undefined if it is not set or blank. The readers below return undefined likewise. */
export function text(env: Environment, name: Variable): string | undefined {
  const trimmed = value(env, name)?.trim()
  return trimmed === '' ? undefined : trimmed
}

/** An email address. @throws StartError for any other value. */
export function email(env: Environment, name: Variable): string | undefined {
  const address = text(env, name)
  if (address !== undefined && !/^[^\s@]+@[^\s@]+$/.test(address)) {
    throw new StartError(`${name} must be an e-mail address, not "${address}".`)
  }
  return address
}

/** A port number. @throws StartError for any other value. */
export function port(env: Environment, name: Variable): number | undefined {
  const given = text(env, name)
  if (given === undefined) return undefined
  if (!/^\d{1,5}$/.test(given) || Number(given) > 65_535) {
    throw new StartError(`${name} must be a port number from 0 to 65535, not "${given}".`)
  }
  return Number(given)
}

/** A number above 0. @throws StartError for any other value. */
export function positive(env: Environment, name: Variable): number | undefined {
  const given = text(env, name)
  if (given === undefined) return undefined
  if (!/^\d+(\.\d+)?$/.test(given) || Number(given) <= 0) {
    throw new StartError(`${name} must be a number above 0, not "${given}".`)
  }
  return Number(given)
}

/** One of the allowed values. @throws StartError for any other value. */
export function oneOf<T extends string>(env: Environment, name: Variable, allowed: readonly T[]): T | undefined {
  const given = text(env, name)
  if (given === undefined) return undefined
  const found = allowed.find((known) => known === given)
  if (found === undefined) throw new StartError(`${name} must be one of ${allowed.join(', ')}, not "${given}".`)
  return found
}

/**
 * A URL with one of the protocols.
 * @throws StartError for any other value. Its message does not include the value, which may contain a password.
 */
export function url(env: Environment, name: Variable, protocols: readonly string[]): URL | undefined {
  const given = text(env, name)
  if (given === undefined) return undefined
  const parsed = URL.canParse(given) ? new URL(given) : undefined
  if (parsed === undefined || !protocols.includes(parsed.protocol) || parsed.hostname === '') {
    throw new StartError(`${name} must be an address that begins with ${protocols.join('// or ')}//.`)
  }
  return parsed
}

/** An http or https origin, without a trailing slash. @throws StartError for any other value. */
export function origin(env: Environment, name: Variable): string | undefined {
  const parsed = url(env, name, ['http:', 'https:'])
  if (parsed === undefined) return undefined
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '' || parsed.username !== '') {
    throw new StartError(`${name} must be an origin such as https://example.org, without a path, query or user.`)
  }
  return parsed.origin
}
