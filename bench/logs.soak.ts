// node bench/logs.soak.ts [test files]: the browser tests, or some of their files, while every RollCall that they start logs
// all it can; nothing that was logged may be a password of theirs or look like a session's cookie, a token of a mailed link,
// or a shared link (quality/security.md G-02). Ends with 1 when something does, or when a test fails.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** 32 random bytes in base64url, as cookies and mailed links have them, and 16, as shared links. */
const shapes = { token: /(?<![\w-])[\w-]{43}(?![\w-])/g, link: /(?<![\w-])[\w-]{22}(?![\w-])/g }
const isRandom = (word: string): boolean => /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word)
/** What is printed on purpose where a demo starts, and nowhere else. */
const said = /^Log in as /

const passwords = new Set(passwordsOf(join(root, 'test')))
const planted = `{"msg":"GET /api/share/k3Jd92mQpR7sTuVwXyZ01A","cookie":"sid=${'aB3'.repeat(14)}x"}`
if (passwords.size === 0 || secretsIn(planted).length !== 2) throw new Error('this would find nothing')

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
  `G-02: ${lines.length} lines of ${vitest.length > 4 ? 'some of' : 'all'} the browser tests, ${passwords.size} passwords looked for: ${leaks.length} secrets`,
)
for (const leak of leaks.slice(0, 20)) console.log(leak)
process.exitCode = leaks.length === 0 && lines.length > 1 && status === 0 ? 0 : 1

function secretsIn(line: string): string[] {
  if (said.test(line)) return []
  const words = Object.values(shapes).flatMap((shape) => [...line.matchAll(shape)].map(([word]) => word))
  return [...words.filter(isRandom), ...[...passwords].filter((password) => line.includes(password))]
}

/** Every password that stands in a test: what is said to be one where it is written. */
function* passwordsOf(path: string): Generator<string> {
  for (const { name, parentPath } of readdirSync(path, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts'),
  ))
    for (const [, , word = ''] of readFileSync(join(parentPath, name), 'utf8').matchAll(
      /password\w*\s*[:=]\s*(['"])([^'"\n]{8,})\1/gi,
    ))
      yield word
}
