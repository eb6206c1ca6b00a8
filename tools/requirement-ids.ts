// npm run requirements: every numbered requirement of the quality documents (QUALITY_DIR, else ../shared/quality) must be in the
// title of a test, '[S-04] …', or in docs/reliability.md with its figure. Prints those that are missing.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const quality = process.env.QUALITY_DIR ?? join(root, '../shared/quality')
if (!existsSync(quality)) {
  console.log('The quality documents are not available.')
  process.exit()
}

const tests = ['test', 'src', 'simulator', 'bench'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:test|bench)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), 'utf8')),
)
const shown = new Set(tests.flatMap((test) => [...test.matchAll(/\[([A-Z]\d?\d?-?\d{0,2})\]/g)].map(([, id]) => id)))
const reliability = readFileSync(join(root, 'docs/reliability.md'), 'utf8')
for (const [, id] of reliability.matchAll(/^\| ([A-Z]-\d{2})\b/gm)) shown.add(id)

let missing = 0
for (const document of ['security.md', 'reliability.md']) {
  const text = readFileSync(join(quality, document), 'utf8')
  const ids = new Set([...text.matchAll(/^\|\s*([A-Z]-\d{2})\s*\|/gm)].map(([, id = '']) => id))
  for (const [, promise = ''] of text.matchAll(/^- \*\*(P\d)\b/gm)) ids.add(promise)
  const without = [...ids].filter((id) => !shown.has(id))
  missing += without.length
  console.log(
    `${document}: ${ids.size - without.length} of ${ids.size} shown${without.length > 0 ? `; not: ${without.join(' ')}` : ''}`,
  )
}
process.exitCode = missing === 0 ? 0 : 1
