import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findMisspelt, secretVariables, variables } from './environment.ts'

it.each([
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['SOURCE_EVENT_URL', 'SOURCE_EVENTS_URL'],
  ['ADMIN_MAIL', 'ADMIN_EMAIL'],
  ['METRIC_TOKEN_FILE', 'METRICS_TOKEN_FILE'],
  ['ROLE', 'ROLES'],
  ['SMPT_URL', 'SMTP_URL'],
  ['POTR', 'PORT'],
])('the variable %s is reported as a misspelt %s', (name, known) => {
  expect(findMisspelt({ [name]: 'x' })).toEqual([`${name} is not a variable of RollCall: did you mean ${known}?`])
})

it('a variable that resembles a variable of RollCall is not reported if RollCall’s is set, or if its own value is empty', () => {
  expect(findMisspelt({ DATABASE_URI: 'x', DATABASE_URL: 'y' })).toEqual([])
  expect(findMisspelt({ DATABASE_URI: '' })).toEqual([])
})

it('the variables of ordinary environments are not reported', () => {
  const shell =
    'HOME HOSTNAME HOSTTYPE USER LOGNAME SHELL PATH PWD OLDPWD MAIL LANG LC_ALL TERM EDITOR TMPDIR DISPLAY SHLVL'
  const service =
    'INVOCATION_ID JOURNAL_STREAM LISTEN_FDS NOTIFY_SOCKET CREDENTIALS_DIRECTORY STATE_DIRECTORY XDG_DATA_DIRS'
  const node = 'NODE_ENV NODE_OPTIONS NODE_VERSION NODE_PATH NPM_TOKEN YARN_VERSION INIT_CWD CI NO_COLOR FORCE_COLOR'
  const cluster =
    'KUBERNETES_PORT KUBERNETES_SERVICE_HOST ROLLCALL_PORT ROLLCALL_SERVICE_HOST ROLLCALL_SERVICE_PORT_HTTP'
  const database = 'PGHOST PGPORT PGUSER PGDATABASE PGDATA POSTGRES_PASSWORD POSTGRES_USER DATABASE_HOST DATABASE_USER'
  const others =
    'SMTP_HOST SMTP_PORT SMTP_USER SMTP_PASSWORD HTTP_PROXY HTTPS_PROXY NO_PROXY SOURCE_DATE_EPOCH SECRET_KEY_BASE ADMIN_USER LOG_FORMAT GITHUB_TOKEN RUNNER_TEMP APP_URL BASE_URL REDIS_URL DATA_PATH JAVA_HOME'
  const names = [shell, service, node, cluster, database, others].join(' ').split(' ')
  expect(findMisspelt(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual([])
})

describe('The documents and files for operators', () => {
  const textOf = (file: string): string => readFileSync(file, 'utf8')
  const namesIn = (text: string, pattern: RegExp): string[] => [
    ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
  ]
  /** The variables that a file sets, in a document those that its commands set; without the /CN= of a certificate. */
  const variablesSetIn = (file: string): string[] => {
    const commands = file.endsWith('.md') ? textOf(file).match(/^```sh$[^]*?^```$/gm) : [textOf(file)]
    return namesIn(commands?.join('\n').replaceAll(/^\s*#.*$/gm, '') ?? '', /(?<!\/)\b([A-Z][A-Z_\d]+)(?:=|: )/g)
  }
  const fileVariables = secretVariables.map((name) => `${name}_FILE`)
  const ofBackups = namesIn(textOf('deploy/backup.sh'), /\$\{([A-Z_]+):-/g)
  const ofProxy = namesIn(textOf('deploy/haproxy.cfg'), /"\$\{([A-Z_\d]+)\}"/g)
  const ofPostgres = ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE', 'POSTGRES_INITDB_ARGS']
  /** Of Node, and of Debian's unit of HAProxy. */
  const ofOthers = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'EXTRAOPTS']
  const ofBuild = namesIn(textOf('Dockerfile'), /^ARG ([A-Z_]+)=$/gm)
  const everythingRead = [
    ...ofBuild,
    ...variables,
    ...fileVariables,
    ...ofBackups,
    ...ofProxy,
    ...ofPostgres,
    ...ofOthers,
  ]

  it('list every variable and no other in the README’s table and in .env.example', () => {
    const rows = namesIn(textOf('README.md'), /^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|/gm)
    expect(rows.flatMap((row) => namesIn(row, /`([A-Z_]+)`/g)).toSorted()).toEqual(variables.toSorted())
    expect(namesIn(textOf('.env.example'), /^#([A-Z_]+)=/gm).toSorted()).toEqual(variables.toSorted())
    const named = namesIn(textOf('README.md'), /`([A-Z_]+_FILE)`/g).filter((name) => name !== '_FILE')
    expect(named.toSorted()).toEqual(fileVariables.toSorted())
  })

  it.each([
    'compose.yaml',
    'Dockerfile',
    'deploy/rollcall-web@.service',
    'deploy/rollcall-ingest@.service',
    'deploy/rollcall-backup.service',
    'docs/operations.md',
  ])('set only variables that something reads, in %s', (file) => {
    expect(variablesSetIn(file).length).toBeGreaterThan(2)
    expect(variablesSetIn(file).filter((name) => !everythingRead.includes(name))).toEqual([])
  })

  it.each(['compose.yaml', 'docs/operations.md'])('set every variable that deploy/haproxy.cfg reads, in %s', (file) => {
    expect(ofProxy.length).toBeGreaterThan(5)
    expect(ofProxy.filter((name) => !variablesSetIn(file).includes(name))).toEqual([])
  })
})
