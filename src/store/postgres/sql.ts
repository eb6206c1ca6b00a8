// SQL as tagged templates. The values in sql`select … where id = ${id}` become parameters. A statement runs when it is awaited;
// used as a value in another statement, it becomes part of that one.
import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * A value in a statement: a parameter, an array (`= any(${ids}::integer[])`), a name, or another statement. JSON is passed as
 * text.
 */
export type Value =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly (string | number | boolean | null)[]
  | Query<unknown>
  | Name

/** `templates`: the text of each template of which it is composed, cut at its values. */
export type Statement = { text: string; values: unknown[]; templates: (readonly string[])[] }

/** A table's or column's name. */
export class Name {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** A statement that runs once, when first awaited. */
export class Query<Rows> implements Promise<Rows> {
  readonly [Symbol.toStringTag] = 'Query'
  readonly #parts: readonly string[]
  readonly #values: readonly Value[]
  readonly #run: (statement: Statement) => Promise<Rows>
  #answer: Promise<Rows> | null = null

  constructor(parts: readonly string[], values: readonly Value[], run: (statement: Statement) => Promise<Rows>) {
    this.#parts = parts
    this.#values = values
    this.#run = run
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a statement runs when it is awaited
  then<Done = Rows, Failed = never>(
    fulfilled?: ((rows: Rows) => Done | PromiseLike<Done>) | null,
    rejected?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    this.#answer ??= this.#begin()
    return this.#answer.then(fulfilled, rejected)
  }

  catch<Failed = never>(failed?: ((error: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Rows | Failed> {
    return this.then(null, failed)
  }

  finally(always: () => void): Promise<Rows> {
    return this.then((rows) => rows).finally(always)
  }

  async #begin(): Promise<Rows> {
    return this.#run(this.#compose({ text: '', values: [], templates: [] }))
  }

  #compose(statement: Statement): Statement {
    statement.templates.push(this.#parts)
    for (const [index, part] of this.#parts.entries()) {
      statement.text += part
      if (index === this.#values.length) break
      const value = this.#values[index]
      if (value instanceof Query) value.#compose(statement)
      else if (value instanceof Name) statement.text += pg.escapeIdentifier(value.name)
      else if (value === undefined) throw new TypeError(`A statement has an undefined value after: ${part.slice(-60)}`)
      else statement.text += `$${statement.values.push(value)}`
    }
    return statement
  }
}

/** A statement used as part of another one. */
export type Part = Query<unknown>

/** The template tag; called with a string, it makes the name of a table or column. */
export type Tag = {
  <Rows extends readonly object[] = Record<string, unknown>[]>(
    parts: TemplateStringsArray,
    ...values: readonly Value[]
  ): Query<Rows>
  (name: string): Name
}

/** Makes a tag whose statements `run` executes. */
export function createTag(run: (statement: Statement) => Promise<unknown>): Tag {
  return ((parts: TemplateStringsArray | string, ...values: readonly Value[]) =>
    typeof parts === 'string' ? new Name(parts) : new Query(parts, values, run)) as Tag
}

const names = new Map<string, string>()
/** The server stores a plan for each name and connection. RollCall has fewer distinct statements than this. */
const maxNames = 1_000

/** The name of the statement's prepared plan; undefined above the limit. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

const { builtins } = pg.types
/** The ids of array types, which the driver's `builtins` do not have. */
const arrays = { dates: 1182, timestamps: 1115, timestamptzs: 1185, int8s: 1016, texts: 1009 }

/** PostgreSQL's 'infinity' stays as it is. */
const instant = (text: string): string => (text.endsWith('infinity') ? text : new Date(text).toISOString())

function safeInteger(text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number
  throw Object.assign(new RangeError(`An integer from the database exceeds the safe range: ${text}`), { code: '22003' })
}

const asText = (text: string): string => text
const parseArray = pg.types.getTypeParser(arrays.texts as never) as (text: string) => (string | null)[]
const arrayOf =
  <Item>(parse: (text: string) => Item) =>
  (text: string) =>
    parseArray(text).map((item) => (item === null ? null : parse(item)))

type Parser = (text: string) => unknown
const parsers = new Map<number, Parser>([
  [builtins.INT8, safeInteger],
  [arrays.int8s, arrayOf(safeInteger)],
  [builtins.DATE, asText],
  [arrays.dates, arrayOf(asText)],
  [builtins.TIMESTAMPTZ, instant],
  [arrays.timestamptzs, arrayOf(instant)],
  [builtins.TIMESTAMP, (text) => instant(`${text}Z`)],
  [arrays.timestamps, arrayOf((text) => instant(`${text}Z`))],
])

/**
 * Parses result values: an instant becomes ISO 8601 with a Z, a date '2026-11-21', an integer a number (an unsafe one throws),
 * JSON is parsed, and `numeric` is a string.
 */
export const types = { getTypeParser: (id: number) => parsers.get(id) ?? (pg.types.getTypeParser(id) as Parser) }
