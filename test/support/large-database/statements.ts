// The SQL templates of src/store. A template is identified by its text, cut at its values, so that a statement that ran can be
// matched with the code that composed it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

const store = join(import.meta.dirname, '../../../src/store')

/** The identity of a template with these parts. */
export const templateKey = (parts: readonly string[]): string => parts.join('$').replaceAll(/\s+/g, ' ').trim()

/**
 * The templates in the code of src/store, by identity, with the places of their code ('accounts/claims.ts:41'). Except those of
 * `without`, files of src/store.
 */
export function findTemplates(without: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const file of readdirSync(store, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || without.includes(file)) continue
    const text = readFileSync(join(store, file), 'utf8')
    const visitor = new Visitor({
      TaggedTemplateExpression({ start, quasi }) {
        const key = templateKey(quasi.quasis.map(({ value }) => value.cooked ?? ''))
        const place = `${file}:${text.slice(0, start).split('\n').length}`
        found.set(key, [...(found.get(key) ?? []), place])
      },
    })
    visitor.visit(parseSync(file, text).program)
  }
  return found
}
