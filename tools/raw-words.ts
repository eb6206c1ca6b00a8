// Finds text that is written in a component instead of the message catalogue, where it cannot be translated.
import { parseSync } from 'vite'

/** The attributes and properties that users see or that screen readers announce. */
const textAttributes =
  /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|text|hint)$/

type Node = { type: string; start: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The findings, as 'line: text'. `file`: the name of the file with the code, ending in .tsx. */
export function rawWords(file: string, code: string): string[] {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed.`)
  const found: string[] = []
  const report = (node: Node, text: unknown): void => {
    if (typeof text === 'string' && /\p{L}/u.test(text))
      found.push(`${code.slice(0, node.start).split('\n').length}: ${text.trim()}`)
  }

  /** Reports the text of an expression: a literal or template, also as a branch of a condition or an operand of a sum or `&&`. */
  const reportIn = (value: unknown): void => {
    if (!isNode(value)) return
    if (value.type === 'Literal') report(value, value.value)
    else if (value.type === 'TemplateLiteral')
      for (const { value: quasi } of value.quasis as { value: { cooked: string } }[]) report(value, quasi.cooked)
    else if (value.type === 'JSXExpressionContainer') reportIn(value.expression)
    else if (value.type === 'ConditionalExpression') [value.consequent, value.alternate].forEach(reportIn)
    else if (value.type === 'LogicalExpression') [value.left, value.right].forEach(reportIn)
    else if (value.type === 'BinaryExpression' && value.operator === '+') [value.left, value.right].forEach(reportIn)
  }

  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk)
    if (!isNode(value)) return
    if (value.type === 'JSXText') report(value, value.value)
    if (value.type === 'JSXElement' || value.type === 'JSXFragment') (value.children as unknown[]).forEach(reportIn)
    if (value.type === 'JSXAttribute' && textAttributes.test(String((value.name as Node).name))) reportIn(value.value)
    Object.values(value).forEach(walk)
  }
  walk(program)
  return found
}
