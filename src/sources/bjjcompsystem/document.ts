// A page's text made into elements to look things up in. The reading is tolerant: the source nests blocks in spans and
// mixes quotes, and a strict one would move them. The elements stand in one list in document order, and each knows where
// in it and where in the page's words its inside begins and ends; so nothing walks a tree and no text is collected twice.
// What the elements cannot tell, the document says: whether the text is a whole HTML document or a piece of one, and
// whether it ends where it should.
import { Parser } from 'htmlparser2'
import { cleanText } from '#domain/name.ts'

export type Element = {
  readonly name: string
  readonly attribs: Readonly<Record<string, string>>
  readonly classes: readonly string[]
  /** Null for the root. */
  readonly parent: Element | null
  readonly page: Contents
  /** Its place among the page's elements; the elements inside it stand from there to `end`. */
  readonly at: number
  end: number
  /** Where its text begins and ends in that of the page. */
  readonly textFrom: number
  textTo: number
}

type Contents = {
  elements: readonly Element[]
  /** All text outside of tags and comments. */
  text: string
}

/** Whether an element is wanted. */
export type Query = (element: Element) => boolean

export type PageDocument = {
  /** Stands for the whole page; it has no name and no parent. */
  root: Element
  /** Every element of each class, in document order. */
  classes: ByClass
  /** True for a whole HTML document, false for a piece of one (a saved fragment). */
  isWholeHtml: boolean
  /** True when the text ends inside an element: it was cut off on its way. */
  isCutOff: boolean
  /** The raw, still encoded values of the `data-react-props` attributes; the attribute of the element holds the index here. */
  widgets: string[]
}

/** Deeper nesting than any page has (they stay under 40); beyond it reading costs quadratic time and stack. */
const deepest = 400

/** Stands after the last character of the page; where it comes out tells whether something was left open. */
const endMark = 'page-end'

/** Reads a body into elements. Throws for absurdly deep nesting. */
export function openDocument(body: string): PageDocument {
  const { markup, widgets } = setWidgetsAside(body)
  const elements: Element[] = []
  const page: Contents = { elements, text: '' }
  const texts: string[] = []
  let length = 0
  const classes = new Map<string, Element[]>()
  /** The attribute's values taken apart: a page repeats few of them on many elements. */
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
  const open = [root]
  const parser = new Parser({
    onopentag(name, attribs) {
      if (open.length > deepest) throw new RangeError(`elements nested deeper than ${deepest}`)
      const at = elements.length
      const parent = open[open.length - 1] ?? root
      const list = classesIn(attribs['class'])
      const element = { name, attribs, classes: list, parent, page, at, end: at, textFrom: length, textTo: length }
      elements.push(element)
      enter(element, classes)
      open.push(element)
    },
    ontext(text) {
      texts.push(text)
      length += text.length
    },
    onclosetag() {
      // The end of a page that was cut off closes a tag that never was whole.
      if (open.length > 1) close(open.pop() as Element)
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
 * Most of a board page is the JSON of three search widgets, in attributes. Cut out before parsing, it is decoded only
 * where somebody wants it (widgets.ts).
 */
function setWidgetsAside(body: string): { markup: string; widgets: string[] } {
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

/** Takes elements of any of these names. */
export const named = (...names: string[]): Query => {
  const wanted = new Set(names)
  return ({ name }) => wanted.has(name)
}

/** Takes elements that have any of these classes, which are written as in the attribute. */
export const classed = (names: string): Query => {
  const wanted = new Set(names.split(' '))
  return ({ classes }) => classes.some((name) => wanted.has(name))
}

/** Takes links whose address fits. */
export const linking =
  (fits: (href: string) => boolean): Query =>
  ({ name, attribs: { href } }) =>
    name === 'a' && href !== undefined && fits(href)

/** The first fitting element inside this one. */
export function first(wanted: Query, { page: { elements }, at, end }: Element): Element | undefined {
  for (let index = at + 1; index < end; index++) {
    const element = elements[index] as Element
    if (wanted(element)) return element
  }
  return undefined
}

export const has = (wanted: Query, within: Element): boolean => first(wanted, within) !== undefined

/** Every fitting element inside this one, in document order, or the first so many. */
export function all(wanted: Query, { page: { elements }, at, end }: Element, most = Infinity): Element[] {
  const found: Element[] = []
  for (let index = at + 1; index < end && found.length < most; index++) {
    const element = elements[index] as Element
    if (wanted(element)) found.push(element)
  }
  return found
}

/** The clean text of an element; '' for none. */
export const textOf = (element: Element | undefined): string =>
  element ? cleanText(element.page.text.slice(element.textFrom, element.textTo)) : ''

/**
 * The elements of each class in and below this one, in document order. A match card's sides are listed but not entered;
 * what is in them is found from each side.
 */
export type ByClass = ReadonlyMap<string, Element[]>

export function byClass(element: Element): ByClass {
  const found = new Map<string, Element[]>()
  const { page, at, end } = element
  for (let index = at; index < end;) {
    const each = page.elements[index] as Element
    enter(each, found)
    index = each !== element && each.classes.includes('match-card__competitor') ? each.end : index + 1
  }
  return found
}

function enter(element: Element, classes: Map<string, Element[]>): void {
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

/** The pieces of an element's text that stand in none of the elements inside it. */
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

/** The nearest fitting element around this one. */
export function around(element: Element, wanted: Query): Element | undefined {
  for (let outer = element.parent; outer; outer = outer.parent) if (wanted(outer)) return outer
  return undefined
}
