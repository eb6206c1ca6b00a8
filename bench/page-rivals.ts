// Reads the same fields from the same pages with two other HTML parsers, in the simplest way that works: without checks and
// problems, and in English only.
import * as cheerio from 'cheerio/slim'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import type { BoardReading, BracketReading, ReadSide } from '#domain/reading.ts'

/** An athlete as id, name, team, seed and whether they lost; 'bye'; or the fight and mat from which the athlete will come. */
type Side = string
/** Match number ('' on a board), fight number, mat, both sides. */
type Row = [match: string, fight: number | null, mat: number | null, Side, Side]
export type Fields = { rows: Row[]; athletes: string[] }

const numberIn = (pattern: RegExp, text: string): number | null => {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}
const clean = (text: string): string => text.replace(/\s+/g, ' ').trim()
const fight = /FIGHT\s+(\d+)/i
const mat = /Mat\s+(\d+)/i
const athleteSide = (id: string, name: string, team: string, seed: string, loser: boolean): Side =>
  [id.replace('competitor-', ''), name, team, seed, loser].join('|')

type Person = { id: number; name: string; club_id?: number }
/** The list is a JSON text inside the JSON of the attribute. */
function athletesIn(properties: string): string[] {
  for (const value of Object.values(JSON.parse(properties) as Record<string, unknown>)) {
    const list = typeof value === 'string' && value.startsWith('[') ? (JSON.parse(value) as unknown) : value
    if (Array.isArray(list)) return (list as Person[]).map(({ id, name }) => `${id}|${clean(name)}`)
  }
  return []
}

/** The same fields of one of our readings. */
export function fieldsOf(reading: BoardReading | BracketReading): Fields {
  const side = (of: ReadSide): Side =>
    of.kind === 'athlete'
      ? athleteSide(of.bjjCompSystemId ?? '', of.name, of.team ?? '', String(of.seed ?? ''), of.loser)
      : of.kind === 'bye'
        ? 'bye'
        : `${of.fightNumber}/${of.mat}`
  if ('mats' in reading)
    return {
      rows: reading.mats.flatMap(({ cards }) =>
        cards.map((card): Row => ['', card.fightNumber, card.mat, side(card.sides[0]), side(card.sides[1])]),
      ),
      athletes: (reading.athletes ?? []).map(({ bjjCompSystemId, name }) => `${bjjCompSystemId}|${name}`),
    }
  return {
    rows: reading.matches.map((match) => [
      String(match.matchNumber),
      match.fightNumber,
      match.mat,
      side(match.sides[0]),
      side(match.sides[1]),
    ]),
    athletes: [],
  }
}

const openSide = (text: string): Side => `${numberIn(fight, text)}/${numberIn(mat, text)}`
const byNumber = (rows: Row[]): Row[] => rows.toSorted((a, b) => Number(a[0]) - Number(b[0]))

/** Reads with cheerio on htmlparser2, which is faster than on parse5. */
export function readWithCheerio(kind: 'board' | 'bracket', body: string): Fields {
  const $ = cheerio.load(body)
  type Found = ReturnType<typeof $>
  const textIn = (within: Found, selector: string): string => clean(within.find(selector).first().text())
  const side = (of: Found): Side => {
    if (of.find('.match-card__bye').length > 0) return 'bye'
    const name = textIn(of, '.match-card__competitor-name')
    if (name === '') return openSide(textIn(of, '.match-card__child-where'))
    return athleteSide(
      of.attr('id') ?? '',
      name,
      textIn(of, '.match-card__club-name'),
      textIn(of, '.match-card__competitor-n'),
      of.find('.match-competitor--loser').length > 0,
    )
  }
  const sides = (card: Found): [Side, Side] => {
    const both = card.find('.match-card__competitor')
    return [side(both.eq(0)), side(both.eq(1))]
  }
  if (kind === 'board')
    return {
      rows: $('.sliding-columns__column')
        .toArray()
        .flatMap((column) => {
          const number = numberIn(/(\d+)\D*$/, textIn($(column), '.grid-column__header'))
          return $(column)
            .find('.tournament-day__mats > li')
            .toArray()
            .map((card): Row => [
              '',
              numberIn(fight, textIn($(card), '.match-header__when')),
              number,
              ...sides($(card)),
            ])
        }),
      athletes: athletesIn($('[data-react-props]').last().attr('data-react-props') ?? '{}'),
    }
  const rows = $('.tournament-category__match-card')
    .toArray()
    .map((cell): Row => {
      const header = textIn($(cell).closest('.tournament-category__match'), '.bracket-match-header__where')
      const number = /(?:^|\s)match-(\d+)(?:\s|$)/.exec($(cell).attr('class') ?? '')?.[1] ?? ''
      return [number, numberIn(fight, header), numberIn(mat, header), ...sides($(cell))]
    })
  return { rows: byNumber(rows), athletes: [] }
}

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const childrenOf = (node: DefaultTreeAdapterTypes.Node): Node[] => ('childNodes' in node ? node.childNodes : [])
const attribute = (element: Element, name: string): string =>
  element.attrs.find((each) => each.name === name)?.value ?? ''

/** Elements below a node that have a class, in document order. */
function withClass(within: DefaultTreeAdapterTypes.Node, name: string, found: Element[] = []): Element[] {
  for (const child of childrenOf(within)) {
    if ('attrs' in child && ` ${attribute(child, 'class')} `.includes(` ${name} `)) found.push(child)
    withClass(child, name, found)
  }
  return found
}
const textOf = (node: DefaultTreeAdapterTypes.Node | undefined): string =>
  node === undefined ? '' : 'value' in node ? node.value : childrenOf(node).map(textOf).join('')
const textIn = (within: Element, name: string): string => clean(textOf(withClass(within, name)[0]))

/** Reads with parse5 and a walk over its tree. */
export function readWithParse5(kind: 'board' | 'bracket', body: string): Fields {
  const document = parse(body)
  const side = (of: Element | undefined): Side => {
    if (!of || withClass(of, 'match-card__bye').length > 0) return 'bye'
    const name = textIn(of, 'match-card__competitor-name')
    if (name === '') return openSide(textIn(of, 'match-card__child-where'))
    return athleteSide(
      attribute(of, 'id'),
      name,
      textIn(of, 'match-card__club-name'),
      textIn(of, 'match-card__competitor-n'),
      withClass(of, 'match-competitor--loser').length > 0,
    )
  }
  const sides = (card: Element): [Side, Side] => {
    const [first, second] = withClass(card, 'match-card__competitor')
    return [side(first), side(second)]
  }
  if (kind === 'board') {
    const rows = withClass(document, 'sliding-columns__column').flatMap((column) => {
      const number = numberIn(/(\d+)\D*$/, textIn(column, 'grid-column__header'))
      return withClass(column, 'tournament-day__mats')
        .flatMap(childrenOf)
        .filter((row): row is Element => row.nodeName === 'li')
        .map((card): Row => ['', numberIn(fight, textIn(card, 'match-header__when')), number, ...sides(card)])
    })
    return { rows, athletes: athletesIn(lastWidget(document) || '{}') }
  }
  const rows = withClass(document, 'tournament-category__match').flatMap((box) => {
    const header = textIn(box, 'bracket-match-header__where')
    return withClass(box, 'tournament-category__match-card').map((cell): Row => {
      const number = /(?:^|\s)match-(\d+)(?:\s|$)/.exec(attribute(cell, 'class'))?.[1] ?? ''
      return [number, numberIn(fight, header), numberIn(mat, header), ...sides(cell)]
    })
  })
  return { rows: byNumber(rows), athletes: [] }
}

/** The properties of the last search widget, that of the athletes. */
function lastWidget(within: DefaultTreeAdapterTypes.Node): string {
  let last = ''
  for (const child of childrenOf(within))
    last = ('attrs' in child && attribute(child, 'data-react-props')) || lastWidget(child) || last
  return last
}
