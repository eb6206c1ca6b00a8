// The commands and settings of docs/operations.md fit each other and the files in deploy/.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { findMisspeltVariables, requireConfig } from '#platform/config.ts'

const document = readFileSync('docs/operations.md', 'utf8')
const compose = readFileSync('compose.yaml', 'utf8')
const unitOf = (name: string): string => readFileSync(`deploy/${name}@.service`, 'utf8')

it('The settings of the operations document are valid with the settings of its administrator, and without them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-settings-'))
  for (const [name, secret] of [
    ['secret-key', 'ab'.repeat(32)],
    ['metrics-token', 'cd'.repeat(24)],
    ['admin-password', 'fedcba9876543210fedcba98'],
  ] as const)
    writeFileSync(join(folder, name), `${secret}\n`)
  const [, text = ''] = /rollcall\.env > \/dev\/null <<'END'\n([^]+?)END\n/.exec(document) ?? []
  const ofProcess = { ROLES: 'web', PORT: '3001', HOST: '127.0.0.1' }
  const read = (lines: string) => {
    const env = { ...parseEnv(lines.replaceAll('/etc/rollcall', folder)), ...ofProcess }
    expect(findMisspeltVariables(env)).toEqual([])
    return requireConfig(env, [])
  }
  const admin = { email: 'ops@rollcall.example', password: 'fedcba9876543210fedcba98' }
  expect(read(text)).toMatchObject({ admin, trustedProxies: ['127.0.0.1'] })
  expect(document).toContain('remove both lines `ADMIN_…`')
  expect(read(text.replaceAll(/^ADMIN_.+\n/gm, '')).admin).toBeUndefined()
  rmSync(folder, { recursive: true })
})

it('The operations document gives Prometheus and HAProxy the addresses on which its systemd units listen', () => {
  const instances = [...document.matchAll(/enable --now (rollcall-(?:web|ingest)@.+)$/gm)]
    .flatMap(([, names = '']) => names.split(' '))
    .map((name) => name.split('@'))
  const addresses = instances.map(([unit = '', port = '']) => {
    const [, host = ''] = /^Environment=.*\bHOST=(\S+)/m.exec(unitOf(unit)) ?? []
    return `${host}:${port}`
  })
  expect(addresses).toHaveLength(3)
  const [, targets = ''] = /job_name: rollcall\n[^]+?targets: \[(.+)\] \}\]/.exec(document) ?? []
  expect(targets.split(', ').toSorted()).toEqual(addresses.map((address) => `'${address}'`).toSorted())
  const probed = [...document.matchAll(/'http:\/\/(\S+)\/readyz\/database'/g)].map(([, address = '']) => address)
  const proxied = [...document.matchAll(/^WEB_\d=(.+)$/gm)].map(([, address = '']) => address)
  // RollCallDatabaseAway compares the two jobs by this label.
  const [, instance = ''] = /regex: '(\S+)', target_label: instance/.exec(document) ?? []
  for (const address of probed)
    expect(new RegExp(`^${instance}$`).exec(`http://${address}/readyz/database`)?.[1]).toBe(address)
  expect(probed).toEqual(addresses.filter((_, index) => instances[index]?.[0] === 'rollcall-web'))
  expect(proxied).toEqual(probed)
})

it('A unit that always restarts its process has no limit on the number of starts', () => {
  const units = readdirSync('deploy')
    .filter((name) => name.endsWith('.service'))
    .map((name) => readFileSync(`deploy/${name}`, 'utf8'))
    .filter((text) => text.includes('Restart=always'))
  expect(units).toHaveLength(2)
  for (const text of units) expect(text.split('[Service]')[0]).toContain('\nStartLimitIntervalSec=0\n')
})

it('Each runnable target of the Dockerfile is built by one service of compose.yaml, and by no part that services share', () => {
  const [shared = '', services = ''] = compose.split(/^services:$/m)
  expect(shared).not.toMatch(/\bbuild:/)
  expect(services).not.toMatch(/: &(?!logging)/)
  const targets = [...services.matchAll(/\bbuild: \{ context: \., target: (\w+)/g)].map(([, name = '']) => name)
  expect(targets).toEqual(['runtime', 'backup'])
})

it('The operations document never uses docker kill, after which Docker would not restart the container', () => {
  expect(compose).toContain('restart: unless-stopped')
  expect(document).not.toMatch(/docker(?: compose)?\s+kill/)
})

it('The operations document has each scrape job of the alert rules, and no other', () => {
  const used = [...readFileSync('deploy/alerts.yml', 'utf8').matchAll(/\bjob="([\w-]+)"/g)].map(([, job = '']) => job)
  const scraped = [...document.matchAll(/- job_name: ([\w-]+)/g)].map(([, job = '']) => job)
  expect([...new Set(used)].toSorted()).toEqual(scraped.toSorted())
})

it('An alert rule reports each scrape job that gets no answer', () => {
  const rules = readFileSync('deploy/alerts.yml', 'utf8').matchAll(/expr: up\{job=~?"(.+)"\} == 0$/gm)
  const reported = [...rules].flatMap(([, jobs = '']) => jobs.split('|'))
  const scraped = [...document.matchAll(/- job_name: ([\w-]+)/g)].map(([, job = '']) => job)
  expect(reported.toSorted()).toEqual(scraped.toSorted())
})

it('deploy/make-secrets.sh completes what an interrupted run left, and replaces nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-secrets-'))
  mkdirSync(join(folder, 'secrets'))
  const contentOf = (name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8')
  const run = () => {
    const { status, stderr } = spawnSync('sh', [resolve('deploy/make-secrets.sh'), 'rollcall.example'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
    return Object.fromEntries(
      ['database-password', 'database-url', 'secret-key', 'certificates/rollcall.pem'].map((name) => [
        name,
        contentOf(name),
      ]),
    )
  }
  writeFileSync(join(folder, 'secrets/database-password'), 'abc\n')
  writeFileSync(join(folder, 'secrets/secret-key'), '')
  const made = run()
  expect(made['database-url']).toBe('postgres://rollcall:abc@database/rollcall\n')
  expect(made['secret-key']).toMatch(/^[0-9a-f]{64}\n$/)
  expect(run()).toEqual(made)
  rmSync(folder, { recursive: true })
})
