import { expect, it } from 'vitest'
import { all, byClass, withName, openDocument, ownTexts, textOf } from './document.ts'

it('a document states whether its text is whole HTML or a fragment', () => {
  expect(openDocument('<!DOCTYPE html>\n<html><body></body></html>\n').isWholeHtml).toBe(true)
  expect(openDocument('<div></div>').isWholeHtml).toBe(false)
})

it('a document is cut off when its text ends inside an element, a tag, an attribute or a comment', () => {
  const whole = '<html><body class="a"><!-- x --><div>text</div></body></html>'
  expect(openDocument(whole).isCutOff).toBe(false)
  for (let end = 7; end < whole.length; end++) expect(openDocument(whole.slice(0, end)).isCutOff).toBe(true)
  expect(openDocument('<div>').isCutOff).toBe(true)
  expect(openDocument('<div></div>').isCutOff).toBe(false)
})

it('a document keeps the widgets apart and refers to each by its index', () => {
  const body = `<i data-react-props="{&quot;a&quot;:1}"></i><b data-react-props='{"b":2}'></b><u>after</u>`
  const { root, widgets } = openDocument(body)
  expect(widgets).toEqual(['{&quot;a&quot;:1}', '{"b":2}'])
  expect(all(withName('b'), root).map((element) => element.attribs['data-react-props'])).toEqual(['1'])
  expect(textOf(all(withName('u'), root)[0])).toBe('after')
})

it('a document is cut off when a widget has no end', () => {
  const { widgets, isCutOff } = openDocument('<i data-react-props="{&quot;a&quot;:1')
  expect([widgets, isCutOff]).toEqual([[], true])
})

it('byClass lists the sides of a card without their descendants', () => {
  const { root } = openDocument('<p class="card"><b class="match-card__competitor"><i class="name">x</i></b></p>')
  const [card] = all(withName('p'), root)
  const parts = card && byClass(card)
  expect([...(parts?.keys() ?? [])]).toEqual(['card', 'match-card__competitor'])
  const [side] = parts?.get('match-card__competitor') ?? []
  expect([...(side ? byClass(side) : []).keys()]).toEqual(['match-card__competitor', 'name'])
})

it('ownTexts returns the text of an element without that of its child elements', () => {
  const { root } = openDocument('before <a>one <!-- no --><b>two <i>three</i></b> four<br>five</a> after')
  const [link] = all(withName('a'), root)
  expect(textOf(link)).toBe('one two three fourfive')
  expect(link && ownTexts(link)).toEqual(['one ', ' four', 'five'])
  expect(all(withName('i', 'br'), root).map(textOf)).toEqual(['three', ''])
})

it('openDocument throws when elements are nested too deeply', () => {
  expect(() => openDocument('<div>'.repeat(900_000))).toThrow('nested deeper')
})
