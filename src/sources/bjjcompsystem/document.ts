// Parses a page's text into elements for queries. The parser keeps elements where they are written, because the source nests
// blocks in spans; a parser that follows the HTML standard rearranges invalid markup. The elements are one flat list in document
// order. Each element holds the positions in the list and in the page's text between which its content is, so queries need no tree
// walk and text is collected once. The document also states whether the text is a whole HTML document or a fragment, and whether
// it was cut off.
import { Parser } from 'htmlparser2'
import { cleanText } from '#domain/name.ts'

export type Element = {
  readonly name: string
  readonly attribs: Readonly<Record<string, string>>
  readonly classes: readonly string[]
  /** Null for the root element. */
  readonly parent: Element | null
  readonly page: Contents
  /** The element's index in the page's list; its descendants follow it, up to `end` (exclusive). */
  readonly at: number
  end: number
  /** Where the element's text begins and ends in the page's text. */
  readonly textFrom: number
  textTo: number
}

type Contents = {
  elements: readonly Element[]
  /** All text outside of tags and comments. */
  text: string
}

/** True for the elements that are searched for. */
export type Query = (element: Element) => boolean

export type PageDocument = {
  /** The whole page; it has no name and no parent. */
  root: Element
  /** Every element of each class, in document order. */
  classes: ByClass
  /** True for a whole HTML document, false for a saved fragment. */
  isWholeHtml: boolean
  /** True when the text ends inside an element: the body was cut off. */
  isCutOff: boolean
  /** The encoded values of the `data-react-props` attributes; in the markup, each attribute holds its value's index here. */
  widgets: string[]
}

/** Known pages have fewer than 40 levels; the parser's time grows with the square of the depth. */
const maxDepth = 400

/** A tag appended to the page; its parent shows whether an element was left open. */
const endMark = 'page-end'

/** Parses a body. Throws a RangeError when elements are nested deeper than `maxDepth`. */
export function openDocument(body: string): PageDocument {
  const { markup, widgets } = extractWidgets(body)
  const elements: Element[] = []
  const page: Contents = { elements, text: '' }
  const texts: string[] = []
  let length = 0
  const classes = new Map<string, Element[]>()
  /** Cache of split `class` attributes: a page has few different values on many elements. */
  const classLists = new Map<string, readonly string[]>()
  const classesIn = (value: string | undefined): readonly string[] => {
    if (value === undefined) return none
    const known = classLists.get(value)
    if (known) return known
    const names = value.split(/\s+/)
    classLists.set(value, names)
    return names
  }
  const root: Element = {
    name: '',
    attribs: {},
    classes: none,
    parent: null,
    page,
    at: -1,
    end: 0,
    textFrom: 0,
    textTo: 0,
  }
  const close = (element: Element): void => {
    element.end = elements.length
    element.textTo = length
  }
  const openElements = [root]
  const parser = new Parser({
    onopentag(name, attribs) {
      if (openElements.length > maxDepth) throw new RangeError(`elements nested deeper than ${maxDepth}`)
      const at = elements.length
      const parent = openElements[openElements.length - 1] ?? root
      const list = classesIn(attribs['class'])
      const element = { name, attribs, classes: list, parent, page, at, end: at, textFrom: length, textTo: length }
      elements.push(element)
      addByClass(element, classes)
      openElements.push(element)
    },
    ontext(text) {
      texts.push(text)
      length += text.length
    },
    onclosetag() {
      // At the end of a page that was cut off, a tag that was never opened may be closed.
      if (openElements.length > 1) close(openElements.pop() as Element)
    },
  })
  parser.write(markup)
  parser.write(`<${endMark}>`)
  parser.end()
  close(root)
  page.text = texts.join('')
  const last = elements.at(-1)
  return {
    root,
    classes,
    isWholeHtml: elements.some(({ name, parent }) => parent === root && name === 'html'),
    isCutOff: !(last?.name === endMark && last.parent === root),
    widgets,
  }
}

const none: readonly string[] = []

/**
 * Replaces the JSON of the search widgets, most of a board page, by indexes. It is not parsed with the markup; widgets.ts decodes
 * it when needed.
 */
function extractWidgets(body: string): { markup: string; widgets: string[] } {
  const attribute = /\bdata-react-props=(["'])/g
  const widgets: string[] = []
  let markup = ''
  let from = 0
  for (let found = attribute.exec(body); found; found = attribute.exec(body)) {
    const start = attribute.lastIndex
    const end = body.indexOf(found[1] as string, start)
    if (end < 0) break
    markup += body.slice(from, start) + widgets.length
    widgets.push(body.slice(start, end))
    from = end
    attribute.lastIndex = end
  }
  return { markup: markup + body.slice(from), widgets }
}

/** Matches elements with any of these names. */
export const withName = (...names: string[]): Query => {
  const wanted = new Set(names)
  return ({ name }) => wanted.has(name)
}

/** Matches elements with any of these classes, separated by spaces. */
export const withClass = (names: string): Query => {
  const wanted = new Set(names.split(' '))
  return ({ classes }) => classes.some((name) => wanted.has(name))
}

/** Matches links whose address satisfies the condition. */
export const linkTo =
  (fits: (href: string) => boolean): Query =>
  ({ name, attribs: { href } }) =>
    name === 'a' && href !== undefined && fits(href)

/** The first matching descendant. */
export function first(wanted: Query, { page: { elements }, at, end }: Element): Element | undefined {
  for (let index = at + 1; index < end; index++) {
    const element = elements[index] as Element
    if (wanted(element)) return element
  }
  return undefined
}

export const has = (wanted: Query, within: Element): boolean => first(wanted, within) !== undefined

/** All matching descendants in document order, at most `limit`. */
export function all(wanted: Query, { page: { elements }, at, end }: Element, limit = Infinity): Element[] {
  const found: Element[] = []
  for (let index = at + 1; index < end && found.length < limit; index++) {
    const element = elements[index] as Element
    if (wanted(element)) found.push(element)
  }
  return found
}

/** The clean text of an element; '' for undefined. */
export const textOf = (element: Element | undefined): string =>
  element ? cleanText(element.page.text.slice(element.textFrom, element.textTo)) : ''

/** Elements by class, in document order. */
export type ByClass = ReadonlyMap<string, Element[]>

/**
 * This element and its descendants by class. The sides of a match card are listed without their descendants; call `byClass` on a
 * side for those.
 */
export function byClass(element: Element): ByClass {
  const found = new Map<string, Element[]>()
  const { page, at, end } = element
  for (let index = at; index < end;) {
    const current = page.elements[index] as Element
    addByClass(current, found)
    index = current !== element && current.classes.includes('match-card__competitor') ? current.end : index + 1
  }
  return found
}

function addByClass(element: Element, classes: Map<string, Element[]>): void {
  for (const name of element.classes) {
    const same = classes.get(name)
    if (same) same.push(element)
    else classes.set(name, [element])
  }
}

/** The clean text of the first element of a class; '' when there is none. */
export const textOfClass = (parts: ByClass, name: string): string => textOf(parts.get(name)?.[0])

export function childElements({ page: { elements }, at, end }: Element): Element[] {
  const children: Element[] = []
  for (let index = at + 1; index < end;) {
    const child = elements[index] as Element
    children.push(child)
    index = child.end
  }
  return children
}

/** The parts of an element's text that are outside its child elements. */
export function ownTexts(element: Element): string[] {
  const pieces: string[] = []
  let from = element.textFrom
  for (const child of childElements(element)) {
    pieces.push(element.page.text.slice(from, child.textFrom))
    from = child.textTo
  }
  return [...pieces, element.page.text.slice(from, element.textTo)]
}

export const isInside = (element: Element, outer: Element): boolean => element.at > outer.at && element.at < outer.end

/** The nearest matching ancestor. */
export function closest(element: Element, wanted: Query): Element | undefined {
  for (let outer = element.parent; outer; outer = outer.parent) if (wanted(outer)) return outer
  return undefined
}
