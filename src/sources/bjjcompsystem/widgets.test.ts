import { describe, expect, it } from 'vitest'
import { collectProblems } from './problems.ts'
import { readWidgets } from './widgets.ts'

const encode = (value: unknown): string =>
  JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const athletes = [
  { id: 520037, name: 'Bento  "Beto" d\'Ávila & Filhos ', club_id: 611 },
  { id: '520074', name: 'Célia \u202ECapivari' },
]

function read(...widgets: string[]) {
  const problems = collectProblems()
  return { ...readWidgets(widgets, problems), problems }
}

describe('readWidgets', () => {
  it('reads a list that is a JSON string inside the JSON, cleans the names and returns ids as strings', () => {
    const { athletes: people } = read(encode({ tournament_id: 1, competitors: JSON.stringify(athletes) }))
    expect(people).toEqual([
      { bjjCompSystemId: '520037', name: 'Bento "Beto" d\'Ávila & Filhos', clubId: '611' },
      { bjjCompSystemId: '520074', name: 'Célia Capivari', clubId: null },
    ])
  })

  it('reads a plain list, however its quotes are escaped', () => {
    for (const json of [
      encode({ competitors: athletes }),
      JSON.stringify({ competitors: athletes }),
      encode({ competitors: athletes }).replaceAll('&quot;', '&#34;'),
      encode({ competitors: athletes }).replaceAll('&quot;', '&#x22;'),
    ])
      expect(read(json).athletes?.map(({ bjjCompSystemId }) => bjjCompSystemId)).toEqual(['520037', '520074'])
  })

  it('reads a list of athletes under another name beside the placeholder of competitors', () => {
    const { athletes: people } = read(encode({ placeholder: 'Competitor', athletes }))
    expect(people?.map(({ bjjCompSystemId }) => bjjCompSystemId)).toEqual(['520037', '520074'])
  })

  it('distinguishes clubs, athletes and categories by name, whatever their order', () => {
    const { athletes: people, clubs } = read(
      encode({ competitors: JSON.stringify(athletes) }),
      encode({ categories: [{ id: 1, name: 'Adult / Male / BLUE / Light' }] }),
      encode({ clubs: [{ id: 611, name: 'Casa  do Quimono' }] }),
    )
    expect(people).toHaveLength(2)
    expect(clubs).toEqual([{ bjjCompSystemId: '611', name: 'Casa do Quimono' }])
  })

  it('uses the order of the three widgets when their names are unknown', () => {
    const items = (id: number) => encode({ items: [{ id, name: `Number ${id}` }] })
    const { athletes: people, clubs } = read(items(1), items(2), items(3))
    expect(clubs).toEqual([{ bjjCompSystemId: '2', name: 'Number 2' }])
    expect(people).toEqual([{ bjjCompSystemId: '3', name: 'Number 3', clubId: null }])
  })

  it('does not decode the list of categories', () => {
    const { problems, athletes: people, clubs } = read('{&quot;categories&quot;:[ this is no JSON')
    expect([people, clubs, problems.list]).toEqual([null, null, []])
  })

  it('omits rows without id or name and repeated ids', () => {
    const { athletes: people, problems } = read(
      encode({
        competitors: [
          ...athletes,
          ...athletes,
          null,
          5,
          { id: 7 },
          { name: 'x' },
          { id: '../7', name: 'x' },
          { id: 8, name: ' ' },
        ],
      }),
    )
    expect(people).toHaveLength(2)
    expect(problems.list).toEqual([
      { code: 'bad-row', where: 'search widget of athletes', detail: '6 of 10 without id or name' },
    ])
  })

  it('returns null for an unreadable list and reports it', () => {
    const { athletes: people, problems } = read('{&quot;competitors&quot;:&quot;[{ broken')
    expect(people).toBeNull()
    expect(problems.list.map(({ code }) => code)).toEqual(['bad-widget'])
    expect(problems.isPartial).toBe(true)
  })

  it('returns nulls without widgets and reports no problem', () => {
    const { athletes: people, clubs, problems } = read()
    expect([people, clubs, problems.list]).toEqual([null, null, []])
  })
})
