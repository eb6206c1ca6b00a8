import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findMisspelt, secretVariables, variables } from './environment.ts'

it.each([
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['SOURCE_EVENT_URL', 'SOURCE_EVENTS_URL'],
  ['ADMIN_MAIL', 'ADMIN_EMAIL'],
  ['METRIC_TOKEN_FILE', 'METRICS_TOKEN_FILE'],
  ['ROLE', 'ROLES'],
])('the variable %s is reported as a misspelt %s', (name, known) => {
  expect(findMisspelt({ [name]: 'x' })).toEqual([`${name} is not a variable of RollCall: did you mean ${known}?`])
})

it('a variable that resembles one of ours is not reported if that one is set, or if it is empty itself', () => {
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
  const all = [shell, service, node, cluster, database, others].join(' ').split(' ')
  expect(findMisspelt(Object.fromEntries(all.map((name) => [name, 'x'])))).toEqual([])
})

it('every variable is in the README and in .env.example', () => {
  const documents = ['README.md', '.env.example'].map((file) => readFileSync(file, 'utf8'))
  const [readme = '', example = ''] = documents
  expect(variables.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
  expect(variables.filter((name) => !example.includes(`\n#${name}=`))).toEqual([])
  expect(secretVariables.filter((name) => !readme.includes(`\`${name}_FILE\``))).toEqual([])
})
