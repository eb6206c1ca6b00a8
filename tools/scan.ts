// node tools/scan.ts [folder] [words]: sqlmap and wapiti (Debian's packages of these names) over a RollCall of its own, which it
// starts on the simulator and stops. Their reports go into the folder. With words,
// only calls whose names hold one of them are tried. Ends with 1 when something was found.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { endpoints } from '#contract/endpoints.ts'
import { startDay } from '#support/day.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'

/** What a parameter usually holds; any other is tried with a word. */
const usual: Record<string, string> = {
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
/** Their limit by the minute answers deeper tries. */
const limited = new Set<string>(['searchAthletes'])

/** What wapiti misses and nobody should have: a filter that browsers gave up, and a promise that holds under https only. */
const notMissed = ['X-XSS-Protection is not set', 'Strict-Transport-Security is not set']

const chief = { email: 'chief@example.org', password: 'the chief of all mats' }
const words = process.argv.slice(3)
const folder = resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'rollcall-scan-')))
mkdirSync(folder, { recursive: true })

const day = await startDay()
const rollCall = await startRollCall({
  sourceUrl: day.url,
  env: { ADMIN_EMAIL: chief.email, ADMIN_PASSWORD: chief.password },
})
const found: string[] = []
try {
  const cookie = await enter(rollCall.url)
  for (const target of targets())
    if (words.length === 0 || words.some((word) => target.name.includes(word))) inject(rollCall.url, cookie, target)
  crawl(rollCall.url)
} finally {
  await rollCall.stop()
  await day.close()
  await removeData(rollCall.dataDir)
}
console.log(found.length === 0 ? `Nothing found; the reports are in ${folder}` : found.join('\n'))
process.exitCode = found.length === 0 ? 0 : 1

type Target = { name: string; path: string; body?: object | undefined; level?: number }

/** Every reading call with all its parameters and with what stands in place of its id, and what strangers may write. */
function* targets(): Generator<Target> {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const keys = 'query' in endpoint ? Object.keys((endpoint.query as unknown as { shape: object }).shape) : []
    const isPlain = keys.length === 0 && !endpoint.path.includes(':id')
    if (endpoint.method !== 'GET' || isPlain) continue
    const query = keys.map((key) => `${key}=${usual[key] ?? 'ana'}*`).join('&')
    yield {
      name,
      path: endpoint.path.replace(':id', '1*') + (query && `?${query}`),
      ...(limited.has(name) ? { level: 1 } : {}),
    }
  }
  yield { name: 'shared', path: '/api/share/AAAAAAAAAAAAAAAAAAAAAA*', level: 1 }
  yield { name: 'login', path: '/api/login', body: { username: 'ana*', password: 'x*', rememberMe: false }, level: 1 }
  yield { name: 'forgot', path: '/api/forgot-password', body: { email: 'ana@example.org*' }, level: 1 }
}

/** An administrator's session cookie, once a tournament is there to ask about. */
async function enter(url: string): Promise<string> {
  const post = (path: string, body: object, cookie = ''): Promise<Response> =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const answer = await post('/api/login', { username: chief.email, password: chief.password, rememberMe: true })
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  for (let tries = 0; tries < 60; tries++) {
    const added = await post('/api/tournaments/add', { tournaments: [{ value: '3105' }] }, cookie)
    if (added.ok) return cookie
    await pause(1_000)
  }
  throw new Error('the tournament was not listed')
}

function inject(url: string, cookie: string, { name, path, body, level = 3 }: Target): void {
  const args = `-u ${url + path} --batch --level=${level} --risk=1 --dbms=PostgreSQL --threads=2 --flush-session
    --ignore-code=400,401,404,415,422,429 --disable-coloring --output-dir=${folder} --technique=BEUST --time-sec=3
    --skip=cookie,user-agent,referer,host`.split(/\s+/)
  args.push('--cookie', cookie)
  if (body !== undefined) args.push('--data', JSON.stringify(body), '--headers', 'Content-Type: application/json')
  const { stdout, error } = spawnSync('sqlmap', args, { encoding: 'utf8', timeout: 600_000 })
  if (error) return void found.push(`${name}: sqlmap did not end: ${error.message}`)
  const clean = /all tested parameters do not appear to be injectable|not injectable/.test(stdout)
  console.log(`sqlmap ${name}: ${clean ? 'not injectable' : 'see below'}`)
  if (!clean || /identified the following injection point/.test(stdout)) found.push(`${name}:\n${stdout.slice(-1500)}`)
}

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
    for (const { info } of cases) if (!notMissed.includes(info)) found.push(`wapiti, ${kind}: ${info}`)
  console.log('wapiti: headers, policy and cookies were looked at')
}
