// A page's text made into a tree to look things up in. The tree is tolerant: the source nests blocks in spans and mixes
// quotes, and a strict reading would move them. What the tree cannot tell, it says: whether the text is a whole HTML
// document or a piece of one, and whether it ends where it should.
import { compile } from 'css-select'
import { type AnyNode, type Document, DomHandler, Element, type ParentNode } from 'domhandler'
import { textContent } from 'domutils'
import { Parser } from 'htmlparser2'
import { cleanText } from '#domain/name.ts'

/** A compiled selector: whether it takes an element. */
export type Query = (node: AnyNode) => boolean

export type PageDocument = {
  root: Document
  /** True for a whole HTML document, false for a piece of one (a saved fragment). */
  isWholeHtml: boolean
  /** True when the text ends inside an element: it was cut off on its way. */
  isCutOff: boolean
  /** The raw, still encoded values of the `data-react-props` attributes; the attribute in the tree holds the index here. */
  widgets: string[]
}

/** Deeper nesting than any page has (they stay under 40); beyond it reading costs quadratic time and stack. */
const deepest = 400

class BoundedHandler extends DomHandler {
  override onopentag(name: string, attributes: Record<string, string>): void {
    if (this.tagStack.length > deepest) throw new RangeError(`elements nested deeper than ${deepest}`)
    super.onopentag(name, attributes)
  }
}

/** Stands after the last character of the page; where it comes out in the tree tells whether something was left open. */
const endMark = 'page-end'

/** Reads a body into a tree. Throws for absurdly deep nesting. */
export function openDocument(body: string): PageDocument {
  const { markup, widgets } = setWidgetsAside(body)
  const handler = new BoundedHandler()
  const parser = new Parser(handler)
  parser.write(markup)
  parser.write(`<${endMark}>`)
  parser.end()
  const { root } = handler
  const last = root.children.at(-1)
  return {
    root,
    isWholeHtml: root.children.some((node) => node instanceof Element && node.name === 'html'),
    isCutOff: !(last instanceof Element && last.name === endMark),
    widgets,
  }
}

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

/** Compiles a selector; do it once, at the top of a module. */
export const query = (selector: string): Query => compile<AnyNode, Element>(selector)

/** The first fitting element inside this one. */
export function first(wanted: Query, within: ParentNode): Element | undefined {
  for (const node of within.children) {
    if (!(node instanceof Element)) continue
    const found = wanted(node) ? node : first(wanted, node)
    if (found) return found
  }
  return undefined
}

export const has = (wanted: Query, within: ParentNode): boolean => first(wanted, within) !== undefined

/** Every fitting element inside this one, in document order. */
export function all(wanted: Query, within: ParentNode): Element[] {
  const found: Element[] = []
  const visit = (parent: ParentNode): void => {
    for (const node of parent.children) {
      if (!(node instanceof Element)) continue
      if (wanted(node)) found.push(node)
      visit(node)
    }
  }
  visit(within)
  return found
}

/** The clean text of an element; '' for none. */
export const textOf = (element: Element | undefined): string => (element ? cleanText(textContent(element)) : '')

/**
 * The elements of each class in and below this one, in document order: one walk instead of one per class. A match card's
 * sides are listed but not entered; what is in them is found from each side.
 */
export type ByClass = ReadonlyMap<string, Element[]>

export function byClass(element: Element): ByClass {
  const found = new Map<string, Element[]>()
  const visit = (node: Element): void => {
    let isSideInside = false
    for (const name of classesOf(node)) {
      isSideInside ||= name === 'match-card__competitor' && node !== element
      const same = found.get(name)
      if (same) same.push(node)
      else found.set(name, [node])
    }
    if (isSideInside) return
    for (const child of node.children) if (child instanceof Element) visit(child)
  }
  visit(element)
  return found
}

/** The clean text of the first element of a class; '' when there is none. */
export const textOfClass = (parts: ByClass, name: string): string => textOf(parts.get(name)?.[0])

export const classesOf = (element: Element): string[] => element.attribs['class']?.split(/\s+/) ?? []

export const childElements = (element: Element): Element[] =>
  element.children.filter((child): child is Element => child instanceof Element)

/** The nearest element around this one that has the class. */
export function around(element: Element, className: string): Element | undefined {
  for (let node = element.parent; node instanceof Element; node = node.parent)
    if (classesOf(node).includes(className)) return node
  return undefined
}
