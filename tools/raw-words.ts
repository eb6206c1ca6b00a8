// Words that stand in a component itself instead of in the message catalogue: nobody could translate them.
import { parseSync } from 'vite'

/** What people see or hear of an element, as an attribute or as a property of a component of ours. */
const spoken =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|text|hint)$/

type Node = { type: string; start: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Each as 'line: words'. `file` names the code, ending in .tsx. */
export function rawWords(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be read.`)
  const found: string[] = []
  const tell = (node: Node, text: unknown): void => {
    if (typeof text === 'string' && /\p{L}/u.test(text))
      found.push(`${code.slice(0, node.start).split('\n').length}: ${text.trim()}`)
  }

  /** Words that an expression can be itself: a text, one of two texts, a text with something in it. */
  const inValue = (value: unknown): void => {
    if (!isNode(value)) return
    if (value.type === 'Literal') tell(value, value.value)
    else if (value.type === 'TemplateLiteral')
      for (const { value: quasi } of value.quasis as { value: { cooked: string } }[]) tell(value, quasi.cooked)
    else if (value.type === 'JSXExpressionContainer') inValue(value.expression)
    else if (value.type === 'ConditionalExpression') [value.consequent, value.alternate].forEach(inValue)
    else if (value.type === 'LogicalExpression') [value.left, value.right].forEach(inValue)
    else if (value.type === 'BinaryExpression' && value.operator === '+') [value.left, value.right].forEach(inValue)
  }

  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === 'JSXText') tell(value, value.value)
    if (value.type === 'JSXElement' || value.type === 'JSXFragment') (value.children as unknown[]).forEach(inValue)
    if (value.type === 'JSXAttribute' && spoken.test(String((value.name as Node).name))) inValue(value.value)
    Object.values(value).forEach(walk)
  }
  walk(program)
  return found
}
