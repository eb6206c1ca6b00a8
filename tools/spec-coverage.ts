// npm run coverage: holds docs/spec-coverage.md to the truth. Every test that it names must exist; every text that it
// quotes must stand in the sources; and where the specification is at hand (SPEC_DIR, else ../shared/spec), every text that the
// specification quotes must stand in the sources or be named in the table as reading otherwise.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const specification = process.env.SPEC_DIR ?? join(root, '../shared/spec')
/** decisions.md and the two documents it decides on. */
const documents = ['core.md', 'sharing-and-admin.md']

const table = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')
const titles = ['test', 'src', 'simulator', 'tools', 'bench']
  .flatMap((folder) => filesIn(folder, /\.(?:test|bench)\.tsx?$/))
  .flatMap((file) => titlesIn(readFileSync(join(root, file), 'utf8')))
const sources = filesIn('src', /(?<!\.test)\.tsx?$/)
  .flatMap((file) => literalsIn(readFileSync(join(root, file), 'utf8')))
  .join('\n')

const wrong: string[] = []
/** A text between single quotes; an apostrophe inside a word ends none. */
const literal = /(?<![\w`])'([^'\n](?:[^\n]*?[^\s\n])?)'(?![\w`])/g

// A literal text may hold double quotes itself.
const named = [...table.replaceAll(literal, '').matchAll(/"([^"\n]+)"/g)].map(([, title = '']) => title)
for (const part of named) if (!titles.some((title) => title.includes(part))) wrong.push(`no test is called "${part}"`)

/** What reads otherwise than in the documents: rows of `| 'the document's text' | 'ours' | why |` under that heading. */
const [covered = '', otherwise = ''] = table.split('## What reads otherwise')
const replaced = new Set<string>()
for (const row of otherwise.split('\n').filter((line) => line.startsWith('| '))) {
  const [theirs, ours = ''] = row
    .split('|')
    .slice(1)
    .map((cell) => cell.trim())
  for (const text of quotedIn(theirs ?? '')) replaced.add(text)
  for (const text of quotedIn(ours)) if (!isInSources(text)) wrong.push(`'${text}' is nowhere in the sources`)
}
for (const text of quotedIn(covered))
  if (!isInSources(text) && !replaced.has(text)) wrong.push(`'${text}' is nowhere in the sources`)

if (existsSync(specification)) {
  for (const document of documents)
    for (const text of new Set(quotedIn(readFileSync(join(specification, document), 'utf8'))))
      if (!isInSources(text) && !replaced.has(text)) wrong.push(`${document}: '${text}' is nowhere in the sources`)
} else console.log('The specification is not at hand; only the table itself was checked.')

const count = new Set(named).size
console.log(wrong.length === 0 ? `The coverage holds: ${count} tests named, all there.` : wrong.join('\n'))
process.exitCode = wrong.length === 0 ? 0 : 1

function quotedIn(text: string): string[] {
  return [...text.matchAll(literal)].map(([, quoted = '']) => quoted)
}

/** Placeholders stand for anything: '{name}' and 'N' of the documents are '{count}' or '${count}' of the sources. */
function isInSources(text: string): boolean {
  const pattern = text
    .split(/\$?\{\w+\}|\b[NXM]\b(?:\.X)?/)
    .map((part) => part.replace(/[.*+?^$()[\]\\|{}]/g, '\\$&'))
    .join(String.raw`(?:\$?\{[^}]*\}|\w+)`)
  return new RegExp(pattern).test(sources)
}

/** What stands between quotes in a source; a comment says nothing to anybody. */
function literalsIn(source: string): string[] {
  const tokens = source.matchAll(/\/\/.*|\/\*[^]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[^])*`/g)
  return [...tokens]
    .filter(([token]) => !token.startsWith('/'))
    .map(([token]) => token.slice(1, -1).replaceAll(/\\(['"`])/g, '$1'))
}

/** What tests and groups of tests are called. */
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
