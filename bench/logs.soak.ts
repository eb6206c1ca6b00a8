// node bench/logs.soak.ts [test files]: runs the browser tests, or some of their files, with every RollCall logging at its most
// verbose level. The logs must contain no password of the tests, and nothing that looks like a session cookie, a token of an
// emailed link or a share link (quality/security.md G-02). Exits with 1 when the logs contain such a secret or no line, or when a
// test fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** The shapes of random tokens: 32 bytes in base64url, as in cookies and emailed links, and 16, as in share links. */
const shapes = { token: /(?<![\w-])[\w-]{43}(?![\w-])/g, link: /(?<![\w-])[\w-]{22}(?![\w-])/g }
const isRandom = (text: string): boolean => /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)
/** The line with which a demo prints its logins on purpose. */
const loginHint = /"msg":"Log in as /

const passwords = new Set(passwordsOf(join(root, 'test')))
const plantedLine = `{"msg":"GET /api/share/k3Jd92mQpR7sTuVwXyZ01A","cookie":"sid=${'aB3'.repeat(14)}x"}`
if (passwords.size === 0 || secretsIn(plantedLine).length !== 2)
  throw new Error('the search for secrets did not find a planted one')

const folder = mkdtempSync(join(tmpdir(), 'rollcall-logs-'))
const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'e2e', ...process.argv.slice(2)]
const { status } = spawnSync(process.execPath, vitest, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ROLLCALL_LOGS: folder },
})
const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
const leaks = lines.flatMap((line) => secretsIn(line).map((secret) => `${secret}: ${line.slice(0, 300)}`))
rmSync(folder, { recursive: true })
console.log(
  `G-02: ${lines.length} lines of ${vitest.length > 4 ? 'some of' : 'all'} the browser tests, ${passwords.size} passwords searched for, ${leaks.length} secrets found`,
)
for (const leak of leaks.slice(0, 20)) console.log(leak)
process.exitCode = leaks.length === 0 && lines.length > 1 && status === 0 ? 0 : 1

function secretsIn(line: string): string[] {
  if (loginHint.test(line)) return []
  const words = Object.values(shapes).flatMap((shape) => [...line.matchAll(shape)].map(([text]) => text))
  return [...words.filter(isRandom), ...[...passwords].filter((password) => line.includes(password))]
}

/** The passwords in the tests: literals of eight or more characters, of a property or variable whose name contains `password`. */
function* passwordsOf(path: string): Generator<string> {
  for (const { name, parentPath } of readdirSync(path, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts'),
  ))
    for (const [, , text = ''] of readFileSync(join(parentPath, name), 'utf8').matchAll(
      /password\w*\s*[:=]\s*(['"])([^'"\n]{8,})\1/gi,
    ))
      yield text
}
