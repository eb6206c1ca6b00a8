// Of RollCall's own metrics, the operator's files name only those that a running process exposes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#support/database.ts'
import { freePort } from '#support/free-port.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')
/** Metrics that Prometheus, its probe, HAProxy and the node exporter provide. */
const foreign = new Set([
  'up',
  'probe_success',
  'probe_ssl_earliest_cert_expiry',
  'haproxy_backend_active_servers',
  'node_filesystem_avail_bytes',
  'node_filesystem_size_bytes',
  'node_systemd_timer_last_trigger_seconds',
  'node_systemd_unit_state',
])

let database: TestDatabase
let rollCall: RollCall
/** The series that a process with both roles exposes, those of histograms included. */
const series = new Set<string>()
/** The names of the metrics. */
const metrics = new Set<string>()
/** The answer of /metrics before anything has happened. */
let exposition = ''
beforeAll(async () => {
  database = await openTestDatabase()
  const port = await freePort()
  // No source and no mail server run; SMTP_URL is set because without it the metrics of emails are missing.
  rollCall = await startRollCall({
    sourceUrl: 'http://127.0.0.1:9',
    databaseUrl: database.url,
    port,
    env: { SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: `http://localhost:${port}` },
  })
  exposition = await (await fetch(`${rollCall.url}/metrics`)).text()
  for (const [, name = '', type] of exposition.matchAll(/^# TYPE (\w+) (\w+)/gm)) {
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) series.add(name + suffix)
    metrics.add(name)
  }
})
afterAll(async () => {
  await rollCall?.kill()
  if (rollCall) await removeData(rollCall.dataDir)
  await database?.close()
})

/** The metrics of the PromQL expressions in a file. */
function metricsIn(expressions: readonly string[]): string[] {
  const names = expressions.flatMap(
    (each) => each.match(/\b(?:rollcall|nodejs|process|up|probe|haproxy|node)(?:_\w+)?\b(?=[{[)\s]|$)/g) ?? [],
  )
  return [...new Set(names)].filter((name) => !foreign.has(name))
}

it('Every metric in the alert rules is exposed by a running process or is a known one of another program', () => {
  const expressions = textOf('deploy/alerts.yml').match(/expr:(?: >-)?[^]*?(?=\n +(?:for|labels):)/g) ?? []
  expect(expressions.length).toBeGreaterThan(10)
  const names = metricsIn(expressions)
  expect(names).toContain('rollcall_live_delay_seconds_bucket')
  expect(names.filter((name) => !series.has(name))).toEqual([])
})

it('Every metric in the Grafana dashboard is exposed by a running process', () => {
  const dashboard = JSON.parse(textOf('deploy/grafana-dashboard.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const names = metricsIn(dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
  expect(names.filter((name) => !series.has(name))).toEqual([])
})

it('A counter whose increase an alert rule reads has a series for each of its label values from the start', () => {
  const counters = [...textOf('deploy/alerts.yml').matchAll(/increase\((\w+)/g)].map(([, name = '']) => name)
  expect(counters).toHaveLength(4)
  expect(counters.filter((name) => !new RegExp(`^${name}(?:\\{.+\\})? 0$`, 'm').test(exposition))).toEqual([])
  const [, row = ''] = /^\| `RollCallSourceNeedsALook` .+ by `kind`: (.+)/m.exec(textOf('docs/operations.md')) ?? []
  const kinds = [...exposition.matchAll(/^rollcall_source_alarms_total\{kind="(.+)"\} \d+$/gm)].map(
    ([, kind = '']) => kind,
  )
  expect(kinds.toSorted()).toEqual([...row.matchAll(/`([\w-]+)`:/g)].map(([, kind = '']) => kind).toSorted())
  for (const kind of ['reset-link', 'email-link', 'failed-logins', 'password-changed', 'email-changed'])
    expect(exposition).toContain(`rollcall_mails_total{kind="${kind}",outcome="given_up"} 0`)
})

it('The operations document lists every metric of RollCall, and names none that does not exist', () => {
  const document = textOf('docs/operations.md')
  const listed = new Set([...document.matchAll(/^\| `(rollcall_\w+)`/gm)].map(([, name = '']) => name))
  expect([...metrics].filter((name) => name.startsWith('rollcall_') && !listed.has(name))).toEqual([])
  const named = document.match(/\b(?:rollcall|nodejs|process)_\w*[a-z]\b/g) ?? []
  expect(named.filter((name) => !metrics.has(name))).toEqual([])
})

it('The operations document explains every alert rule, and no other', () => {
  const alerts = [...textOf('deploy/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const explained = [...textOf('docs/operations.md').matchAll(/^\| `(RollCall\w+)`/gm)].map(([, name = '']) => name)
  expect(explained).toEqual(alerts)
})

/** The top-level parts of compose.yaml, and its services, by name. Those of RollCall's own image extend 'x-rollcall'. */
const partsOf = (text: string, start: RegExp): [string, string][] =>
  text.split(start).map((block) => [/^ *([\w-]+):/.exec(block)?.[1] ?? '', block.replaceAll(/^ {2}/gm, '')])
const topLevel = new Map(partsOf(textOf('compose.yaml'), /^(?=[\w-]+:)/m))
const composed = new Map([
  ...topLevel,
  ...partsOf(topLevel.get('services')?.replace('services:\n', '') ?? '', /^(?=\w+:)/m),
])

it.each(['x-rollcall', 'proxy', 'database', 'backup'])(
  'Compose limits the memory, the processors and the rights of a container: %s',
  (name) => {
    const block = composed.get(name)?.replaceAll(/^ +/gm, '') ?? ''
    for (const setting of [
      /^mem_limit: \d+[mg]$/m,
      /^cpus: /m,
      /^pids_limit: \d+$/m,
      /^cap_drop: \[ALL\]$/m,
      /^security_opt: \['no-new-privileges:true'\]$/m,
    ])
      expect(block).toMatch(setting)
    // An unlimited one could fill the memory of the machine.
    for (const [tmpfs] of block.matchAll(/tmpfs: .+/g)) expect(tmpfs).toMatch(/^tmpfs: \['\/tmp:size=\d+m'\]$/)
  },
)

it('Compose checks the health of every container', () => {
  for (const name of ['proxy', 'database', 'backup']) expect(composed.get(name)).toContain('healthcheck:')
  expect(textOf('Dockerfile')).toContain('HEALTHCHECK')
})

it('Every base image is pinned by its digest, and Dependabot proposes newer ones', () => {
  const dockerfile = textOf('Dockerfile')
  const stages = new Set([...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name))
  const images = [
    ...[...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image).filter((image) => !stages.has(image)),
    ...[...textOf('compose.yaml').matchAll(/^ +image: (\S+)/gm)].map(([, image = '']) => image),
  ].filter((image) => !/^rollcall(?:-backup)?$/.test(image))
  expect(images).toHaveLength(6)
  for (const image of images) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[\da-f]{64}$/)
  const ecosystems = [...textOf('.github/dependabot.yml').matchAll(/package-ecosystem: (\S+)/g)].map(([, name]) => name)
  expect(ecosystems).toEqual(['npm', 'docker', 'docker-compose', 'github-actions'])
})
