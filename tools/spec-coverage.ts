// npm run coverage: checks docs/spec-coverage.md. Every test that it names must exist, and every text that it quotes must be in
// the sources. Where the specification is available (SPEC_DIR, else ../shared/spec), every text that the specification quotes must
// be in the sources or in the table of texts that differ.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const specification = process.env.SPEC_DIR ?? join(root, '../shared/spec')
/** The documents that quote texts. */
const documents = ['core.md', 'sharing-and-admin.md']

const table = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')
const titles = ['test', 'src', 'simulator', 'tools', 'bench']
  .flatMap((folder) => filesIn(folder, /\.(?:test|bench)\.tsx?$/))
  .flatMap((file) => titlesIn(readFileSync(join(root, file), 'utf8')))
const sources = filesIn('src', /(?<!\.test)\.tsx?$/)
  .flatMap((file) => literalsIn(readFileSync(join(root, file), 'utf8')))
  .join('\n')

const faults: string[] = []
/** A text in single quotes; an apostrophe inside a word does not end it. */
const literal = /(?<![\w`])'([^'\n](?:[^\n]*?[^\s\n])?)'(?![\w`])/g

// A literal text may contain double quotes.
const named = [...table.replaceAll(literal, '').matchAll(/"([^"\n]+)"/g)].map(([, title = '']) => title)
for (const part of named) if (!titles.some((title) => title.includes(part))) faults.push(`no test is called "${part}"`)

/** The texts that differ from the documents: rows of `| 'the document's text' | 'ours' | why |` under this heading. */
const [covered = '', differing = ''] = table.split('## Texts that differ')
const replaced = new Set<string>()
for (const row of differing.split('\n').filter((line) => line.startsWith('| '))) {
  const [theirs, ours = ''] = row
    .split('|')
    .slice(1)
    .map((cell) => cell.trim())
  for (const text of quotedIn(theirs ?? '')) replaced.add(text)
  for (const text of quotedIn(ours)) if (!isInSources(text)) faults.push(`'${text}' is not in the sources`)
}
for (const text of quotedIn(covered))
  if (!isInSources(text) && !replaced.has(text)) faults.push(`'${text}' is not in the sources`)

if (existsSync(specification)) {
  for (const document of documents)
    for (const text of new Set(quotedIn(readFileSync(join(specification, document), 'utf8'))))
      if (!isInSources(text) && !replaced.has(text)) faults.push(`${document}: '${text}' is not in the sources`)
} else console.log('The specification is not available; only the table itself was checked.')

const count = new Set(named).size
console.log(faults.length === 0 ? `The coverage holds: ${count} tests named, all found.` : faults.join('\n'))
process.exitCode = faults.length === 0 ? 0 : 1

function quotedIn(text: string): string[] {
  return [...text.matchAll(literal)].map(([, quoted = '']) => quoted)
}

/** A placeholder matches any other one: '{name}' and 'N' in the documents match '{count}' or '${count}' in the sources. */
function isInSources(text: string): boolean {
  const pattern = text
    .split(/\$?\{\w+\}|\b[NXM]\b(?:\.X)?/)
    .map((part) => part.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&'))
    .join(String.raw`(?:\$?\{[^}]*\}|\w+)`)
  return new RegExp(pattern).test(sources)
}

/** The string literals of a source, without comments. */
function literalsIn(source: string): string[] {
  const tokens = source.matchAll(/\/\/.*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/g)
  return [...tokens]
    .filter(([token]) => !token.startsWith('/'))
    .map(([token]) => token.slice(1, -1).replaceAll(/\\(['"`])/g, '$1'))
}

/** The titles of tests and of groups of tests. */
function titlesIn(source: string): string[] {
  const calls = source.matchAll(
    /\b(?:it|test|describe)(?:\.\w+(?:<.*?>)?\([^]*?\))?\(\s*('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`)/g,
  )
  return [...calls].map(([, title = '']) => title.slice(1, -1).replaceAll(/\\(['"`])/g, '$1'))
}

function filesIn(folder: string, name: RegExp): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => join(folder, file))
}
