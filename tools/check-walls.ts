// Checks that the linter enforces the import rules and some others. In a temporary folder with this repository's lint
// configuration it writes a file with an import for every ordered pair of folders, and one faulty file for each other rule. It
// lints them and compares the findings with the table in walls.ts, so that a rule cannot stop working unnoticed, as after
// an upgrade of the parser or the renaming of an option.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { allowedImports, folders, modules } from '../walls.ts'

const root = join(import.meta.dirname, '..')
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'rollcall-walls-')))

interface Probe {
  path: string
  /** 1-based; undefined for any line of the file. */
  line?: number
  rule: string
  /** Whether the linter must flag it. */
  flagged: boolean
}

const probes: Probe[] = []

function write(path: string, text: string): void {
  mkdirSync(dirname(join(scratch, path)), { recursive: true })
  writeFileSync(join(scratch, path), text)
}

/** A folder's path; `which` replaces `*` in a pattern (one folder per feature). */
function folderOf(type: string, which: string): string {
  return folders[type]!.replace('*', which)
}

function specifier(from: string, to: string): string {
  const path = relative(from, to)
  return path.startsWith('.') ? path : `./${path}`
}

const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Record<string, string> }

/** The `#alias` of a file in package.json, if any. */
function aliasOf(file: string): string | undefined {
  for (const [alias, path] of Object.entries(imports)) {
    const prefix = path.slice(2).replace('*', '')
    if (path.endsWith('*') ? file.startsWith(prefix) : file === prefix) {
      return alias.replace('*', file.slice(prefix.length))
    }
  }
  return undefined
}

function writeImportProbes(): void {
  const rule = 'boundaries(dependencies)'
  for (const from of Object.keys(allowedImports)) {
    for (const to of Object.keys(folders)) {
      if (from === to && from !== 'client-feature') continue // within a folder all imports are allowed
      const allowed = from !== to && allowedImports[from]!.includes(to)
      const target = join(folderOf(to, 'probe-b'), 'index.ts')
      const hidden = join(folderOf(to, 'probe-b'), 'hidden.ts')
      write(target, 'export const thing = 1\n')
      write(hidden, 'export const thing = 1\n')
      const here = folderOf(from, 'probe-a')
      const path = join(here, `probe-${to}.ts`)
      const entry = specifier(here, target)
      const alias = aliasOf(target)
      const lines: [text: string, flagged: boolean][] = [
        [`import { thing } from '${entry}'`, !allowed],
        [`import type * as types from '${entry}'`, !allowed],
        [`export * as again from '${entry}'`, !allowed],
        [`export const lazy = async () => await import('${entry}')`, !allowed],
        [`import { thing as secret } from '${specifier(here, hidden)}'`, !allowed || modules.includes(to)],
        ...(alias === undefined
          ? []
          : ([[`export { thing } from '${alias}'`, !allowed]] satisfies [string, boolean][])),
        [`export const used: typeof types.thing = thing + secret`, false],
      ]
      write(path, `${lines.map(([text]) => text).join('\n')}\n`)
      lines.forEach(([, flagged], index) => probes.push({ path, line: index + 1, rule, flagged }))
    }
  }
}

/** A unit test may import the test support and what its folder may import. */
function writeTestProbes(): void {
  const rule = 'boundaries(dependencies)'
  for (const from of Object.keys(allowedImports)) {
    const path = join(folderOf(from, 'probe-a'), 'probe.test.ts')
    for (const [index, to] of ['support', 'main'].entries()) {
      if (from === to) continue
      const flagged = to !== 'support' && !allowedImports[from]!.includes(to)
      probes.push({ path, line: index + 1, rule, flagged })
    }
    const targets = ['support', 'main'].map((to) => specifier(dirname(path), join(folderOf(to, 'probe-b'), 'index.ts')))
    write(path, `${targets.map((target, index) => `export * as all${index} from '${target}'`).join('\n')}\n`)
  }
}

function writeRuleProbes(): void {
  const bad: Record<string, [path: string, text: string]> = {
    'eslint(no-console)': ['src/api/rule-console.ts', `export const shout = () => console.log('x')\n`],
    'eslint(max-lines)': ['src/domain/rule-lines.ts', `${'export {}\n'.repeat(401)}`],
    'eslint(eqeqeq)': ['src/domain/rule-equal.ts', 'export const same = (a: number, b: number) => a == b\n'],
    'node(no-process-env)': ['src/api/rule-env.ts', 'export const port = process.env.PORT\n'],
    'import(no-default-export)': ['src/domain/rule-default.ts', 'export default 1\n'],
    'import(no-nodejs-modules)': ['src/domain/rule-node.ts', `export { readFileSync } from 'node:fs'\n`],
    'eslint(no-restricted-imports)': ['src/reconcile/rule-sql.ts', `export { Pool } from 'pg'\n`],
    'import(no-cycle)': [
      'src/domain/rule-cycle-a.ts',
      `import { b } from './rule-cycle-b.ts'\n\nexport const a = () => b\n`,
    ],
    'typescript(consistent-type-imports)': [
      'src/domain/rule-type.ts',
      `export type T = import('./rule-cycle-a.ts').T\n`,
    ],
    'typescript(no-explicit-any)': ['src/domain/rule-any.ts', 'export const id = (x: any): number => x\n'],
    'typescript(no-floating-promises)': [
      'src/store/rule-floating.ts',
      'const later = async () => 1\n\nexport const go = () => {\n  later()\n}\n',
    ],
    'typescript(switch-exhaustiveness-check)': [
      'src/domain/rule-switch.ts',
      `export const one = (x: 'a' | 'b') => {\n  switch (x) {\n    case 'a':\n      return 1\n  }\n  return 2\n}\n`,
    ],
    'unicorn(filename-case)': ['src/domain/ruleCase.ts', 'export const x = 1\n'],
    'vitest(no-focused-tests)': ['src/domain/rule.test.ts', `import { it } from 'vitest'\n\nit.only('x', () => {})\n`],
  }
  write('src/domain/rule-cycle-b.ts', `import { a } from './rule-cycle-a.ts'\n\nexport const b = () => a\n`)
  for (const [rule, [path, text]] of Object.entries(bad)) {
    write(path, text)
    probes.push({ path, rule, flagged: true })
  }
}

interface Diagnostic {
  code: string
  filename: string
  labels: { span: { line: number } }[]
}

/** The linter's findings in the scratch folder: `rule path` and `rule path:line` for each. */
function lint(): Set<string> {
  const entry = join(root, 'node_modules/oxlint/bin/oxlint')
  const run = spawnSync(process.execPath, [entry, '-f', 'json', 'src', 'simulator', 'test', 'tools', 'bench'], {
    cwd: scratch,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 240_000,
  })
  try {
    const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: Diagnostic[] }
    return new Set(
      diagnostics.flatMap(({ code, filename, labels }) => [
        `${code} ${filename}`,
        ...labels.map(({ span }) => `${code} ${filename}:${span.line}`),
      ]),
    )
  } catch {
    throw new Error(`The linter printed no report: ${run.stdout.slice(0, 500)} ${run.stderr.slice(0, 500)}`)
  }
}

try {
  for (const name of ['package.json', 'walls.ts', 'oxlint.config.ts', 'tsconfig.json', 'tsconfig']) {
    cpSync(join(root, name), join(scratch, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
  writeImportProbes()
  writeTestProbes()
  writeRuleProbes()
  const found = lint()
  const spot = ({ rule, path, line }: Probe) => `${rule} ${path}${line === undefined ? '' : `:${line}`}`
  const failed = probes.filter((probe) => found.has(spot(probe)) !== probe.flagged)
  for (const probe of failed) console.error(`${probe.flagged ? 'NOT FLAGGED' : 'FLAGGED'}  ${spot(probe)}`)
  console.log(`import rules: ${probes.length - failed.length} passed, ${failed.length} failed`)
  if (failed.length > 0) process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
