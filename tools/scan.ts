// node tools/scan.ts [folder] [words]: runs sqlmap and wapiti (Debian packages of these names) against a RollCall of its own on
// the simulator. Their reports go into the folder. With words, only calls whose names contain one of them are scanned. Exits
// with 1 when something was found, or when a scanner did not end.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'

/** Plausible values of parameters; any other parameter gets a word. */
const parameterValues: Record<string, string> = {
  limit: '20',
  offset: '0',
  before: '0',
  day: '1',
  tournamentId: '1',
  status: 'all',
  state: 'all',
  action: 'all',
  readiness: 'all',
}
/** Valid values of body fields, by name; any other text gets a word. */
const fieldValues: Record<string, string> = {
  email: 'ana@example.org',
  newPassword: 'seven mats before noon',
  value: '3105',
  timezone: 'Europe/London',
  endpoint: 'https://fcm.googleapis.com/fcm/send/ana',
  p256dh: Buffer.alloc(65, 4).toString('base64url'),
  auth: Buffer.alloc(16, 4).toString('base64url'),
  token: 'A'.repeat(43),
  from: '22:00',
  to: '07:00',
}
/** Calls whose limit per minute is below what deeper scans need. */
const limitedCalls = new Set<string>(['searchAthletes'])
/** Calls that end the caller's session and have no input. */
const skippedCalls = new Set<string>(['logout'])
/** Optional fields that are omitted, because with them a scan would not write anything new. */
const omittedFields = new Set<string>(['was'])
/** The id of a row that does not exist, because a successful removal could be scanned only once. */
const unknownId = '2000000000'
/** The number of users who take turns, because limits are per user. */
const users = 30

/** Findings of wapiti that do not apply: a filter that browsers have removed, and a header that matters only over https. */
const ignoredFindings = ['X-XSS-Protection is not set', 'Strict-Transport-Security is not set']

const administrator = { email: 'administrator@example.org', password: 'seven mats and one bell' }
const words = process.argv.slice(3)
const folder = resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'rollcall-scan-')))
mkdirSync(folder, { recursive: true })

const day = await startDay()
const rollCall = await startRollCall({
  sourceUrl: day.url,
  env: { ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password },
})
const found: string[] = []
try {
  const visitors = await signInAll(rollCall.url)
  for (const target of targets(visitors.athleteId))
    if (words.length === 0 || words.some((word) => target.name.includes(word)))
      await inject(rollCall.url, visitors, target)
  crawl(rollCall.url)
} finally {
  await rollCall.stop()
  await day.close()
  await removeData(rollCall.dataDir)
}
console.log(found.length === 0 ? `Nothing found; the reports are in ${folder}` : found.join('\n'))
process.exitCode = found.length === 0 ? 0 : 1

type Target = {
  name: string
  method: string
  path: string
  body?: object | undefined
  level?: number
  as: 'nobody' | 'users' | 'administrator'
}
type Endpoint = { method: string; path: string; access: string; query?: z.ZodMiniType; body?: z.ZodMiniType }
type Visitors = { administrator: string; others: string[]; athleteId: number }

/** Every call that has input, with all its parameters, its id, and every text of its body. */
function* targets(athleteId: number): Generator<Target> {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { method, path, access, query, body } = endpoint
    const keys = Object.keys(query ? propertiesOf(query) : {})
    const search = keys.map((key) => `${key}=${parameterValues[key] ?? 'ana'}*`).join('&')
    const sample = body && sampleOf(z.toJSONSchema(body, { io: 'input' }) as Schema, '')
    const isPlain = keys.length === 0 && !path.includes(':') && !JSON.stringify(sample ?? '').includes('*')
    if (isPlain || skippedCalls.has(name)) continue
    const isWrite = method !== 'GET'
    const id = method === 'DELETE' ? unknownId : path.startsWith('/api/athletes/') ? athleteId : 1
    yield {
      name,
      method,
      path: path.replace(':id', `${id}*`).replace(':linkId', `${'A'.repeat(22)}*`) + (search && `?${search}`),
      body: sample as object | undefined,
      as: access === 'anyone' ? 'nobody' : isWrite && access === 'user' ? 'users' : 'administrator',
      ...(isWrite || limitedCalls.has(name) || path.includes(':linkId') ? { level: 1 } : {}),
    }
  }
}

function propertiesOf(schema: z.ZodMiniType): object {
  return (z.toJSONSchema(schema, { io: 'input' }) as Schema).properties ?? {}
}

type Schema = {
  type?: string
  anyOf?: Schema[]
  enum?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  minimum?: number
}

/** A valid body, with sqlmap's injection mark at the end of each text. */
function sampleOf({ type, anyOf, enum: words, properties = {}, items, minimum = 1 }: Schema, key: string): unknown {
  if (anyOf?.[0]) return sampleOf(anyOf[0], key)
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => !omittedFields.has(name))
        .map(([name, schema]) => [name, sampleOf(schema, name)]),
    )
  if (type === 'array') return items ? [sampleOf(items, key)] : []
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return minimum
  return `${fieldValues[key] ?? words?.[0] ?? 'ana'}*`
}

/** The session cookies of the administrator and of users who all follow one athlete of one tournament. */
async function signInAll(url: string): Promise<Visitors> {
  const call = (method: string, path: string, cookie: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const cookieOf = (answer: Response): string => answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const untilOk = async (act: () => Promise<Response>): Promise<Response> => {
    for (let tries = 0; tries < 60; tries++) {
      const answer = await act()
      if (answer.ok) return answer
      await pause(1_000)
    }
    throw new Error('the tournament, its athlete or a user could not be added')
  }
  const login = { username: administrator.email, password: administrator.password, rememberMe: true }
  const adminCookie = cookieOf(await call('POST', '/api/login', '', login))
  const add = (cookie: string): Promise<Response> =>
    untilOk(() => call('POST', '/api/tournaments/add', cookie, { tournaments: [{ value: String(day.id) }] }))
  const { tournaments } = (await (await add(adminCookie)).json()) as { tournaments: { id: number }[] }
  const [name] = day.match('assigned').names
  let athleteId = 0
  while (athleteId === 0) {
    const search = `/api/tournaments/${tournaments[0]?.id}/athletes?search=${encodeURIComponent(name)}`
    const { athletes } = (await (await untilOk(() => call('GET', search, adminCookie))).json()) as {
      athletes: { id: number }[]
    }
    athleteId = athletes[0]?.id ?? 0
    if (athleteId === 0) await pause(2_000)
  }
  const others: string[] = []
  for (let index = 0; index < users; index++) {
    const account = {
      username: `Visitor ${index}`,
      email: `visitor-${index}@example.org`,
      password: 'mat seven at noon',
    }
    const cookie = cookieOf(await untilOk(() => call('POST', '/api/register', '', account)))
    await add(cookie)
    await untilOk(() => call('POST', `/api/athletes/${athleteId}/follow`, cookie))
    others.push(cookie)
  }
  return { administrator: adminCookie, others, athleteId }
}

async function inject(url: string, { administrator: adminCookie, others }: Visitors, target: Target): Promise<void> {
  const { name, method, path, body, level = 3, as } = target
  const args =
    `-u ${url + path} --method=${method} --batch --level=${level} --risk=1 --dbms=PostgreSQL --threads=2 --flush-session
    --ignore-code=400,401,403,404,409,415,422,429 --disable-coloring --output-dir=${folder} --technique=BEUST --time-sec=3
    --skip=cookie,user-agent,referer,host`.split(/\s+/)
  // A login or sign-up would end the session.
  if (as !== 'nobody') args.push('--cookie', as === 'users' ? (others[0] ?? '') : adminCookie)
  if (as === 'users') {
    const tokens = others.map((cookie) => cookie.slice('sid='.length))
    args.push('--eval', `import random;sid=random.choice(${JSON.stringify(tokens)})`)
  }
  if (method !== 'GET') args.push('--headers', 'Content-Type: application/json')
  if (body !== undefined) args.push('--data', JSON.stringify(body))
  // Asynchronous, because the simulator runs in this process.
  const sqlmap = spawn('sqlmap', args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: 600_000 })
  let output = ''
  sqlmap.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code, signal] = (await once(sqlmap, 'close')) as [number | null, string | null]
  if (signal) return void found.push(`${name}: sqlmap did not end: ${signal}`)
  const clean = /all tested parameters do not appear to be injectable|not injectable/.test(output)
  const tried = /HTTP error codes detected during run:\s*(.*)/.exec(output)?.[1] ?? ''
  console.log(`sqlmap ${method} ${name}: ${clean ? 'not injectable' : 'see below'} ${tried}`)
  if (!clean || /identified the following injection point/.test(output))
    found.push(`${name} (${code}):\n${output.slice(-1500)}`)
}

/** wapiti 3 scans forms and addresses, not JSON, so it checks what all answers have in common. */
function crawl(url: string): void {
  const report = join(folder, 'wapiti.json')
  const args = [
    '-u',
    `${url}/`,
    '-m',
    'csp,http_headers,cookieflags',
    '-f',
    'json',
    '-o',
    report,
    '--flush-session',
    '-v',
    '0',
  ]
  const { error } = spawnSync('wapiti', [...args, '--max-scan-time', '120'], { encoding: 'utf8', timeout: 300_000 })
  if (error) return void found.push(`wapiti did not end: ${error.message}`)
  const { vulnerabilities } = JSON.parse(readFileSync(report, 'utf8')) as {
    vulnerabilities: Record<string, { info: string }[]>
  }
  for (const [kind, cases] of Object.entries(vulnerabilities))
    for (const { info } of cases) if (!ignoredFindings.includes(info)) found.push(`wapiti, ${kind}: ${info}`)
  console.log('wapiti: checked headers, policy and cookies')
}
