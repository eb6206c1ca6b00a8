import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Page } from '#domain/page.ts'
import { bjjcompsystem } from './index.ts'

const folder = new URL('./bjjcompsystem/fixtures/', import.meta.url)
const fixtures = readdirSync(folder).map((name) => ({ name, body: readFileSync(new URL(name, folder), 'utf8') }))
const context = { today: '2026-09-12', startsOn: '2026-09-12', endsOn: '2026-09-13' }

const pages: Page[] = [
  { kind: 'home' },
  { kind: 'events' },
  { kind: 'categories', tournament: '4101', gender: 'male' },
  { kind: 'bracket', tournament: '4101', category: '2950001' },
  { kind: 'board', tournament: '4101', day: '7301', page: 1 },
  { kind: 'competitor', tournament: '4101', competitor: '520037' },
  { kind: 'club', tournament: '4101', club: '611' },
  { kind: 'schedule', tournament: '4101' },
  { kind: 'singles', tournament: '4101' },
]

const kindByName: [start: string, kind: Page['kind']][] = [
  ['by-competitor', 'competitor'],
  ['by-club', 'club'],
]

/** The page that a fixture shows; null for the fixtures that are not pages of the source. */
function pageOf(name: string): Page | null {
  const kind = kindByName.find(([start]) => name.startsWith(start))?.[1] ?? name.split('-')[0]
  return pages.find((page) => page.kind === kind) ?? null
}

const read = (page: Page, body: string) => bjjcompsystem.read(page, body, context)

/** The rules for readings that this one breaks. */
function brokenRules(page: Page, body: string): string[] {
  const reading = read(page, body)
  const codes = reading.problems.map(({ code }) => code)
  return [
    ...(reading.page === page ? [] : ['another page']),
    ...(['en', 'pt'].includes(reading.language) ? [] : ['no language']),
    ...(['whole', 'partial', 'unusable'].includes(reading.verdict) ? [] : ['no verdict']),
    ...(reading.verdict !== 'whole' && codes.length === 0 ? ['no reason'] : []),
    ...(reading.verdict === 'unusable' && rowsOf(reading) > 0 ? ['content of an unusable page'] : []),
    ...codes.filter((code) => code === 'reader-failed'),
  ]
}

/** Number of entries in all lists of a reading, except its problems and page numbers. */
const rowsOf = (reading: object): number =>
  Object.entries(reading)
    .filter(([key]) => key !== 'problems' && key !== 'pages')
    .reduce((sum, [, value]) => sum + (Array.isArray(value) ? value.length : 0), 0)

describe('a source', () => {
  it('accepts every fixture as its own kind of page and as no other, where the two kinds of lists count as one', () => {
    const lists = new Set(['competitor', 'club'])
    const wrong = fixtures.flatMap(({ name, body }) => {
      const own = pageOf(name)?.kind
      return pages
        .filter((page) => page.kind === own || !(own && lists.has(own) && lists.has(page.kind)))
        .filter((page) => (read(page, body).verdict === 'unusable') === (page.kind === own))
        .map((page) => `${name} as ${page.kind}`)
    })
    expect(wrong).toEqual([])
  })

  it('names what was received instead of the page: an error page, a sign-in page, a bot check or nothing', () => {
    const reasons = (name: string) => {
      const body = fixtures.find((fixture) => fixture.name === name)?.body ?? ''
      return new Set(pages.filter(({ kind }) => kind !== 'events').map((page) => read(page, body).problems[0]?.code))
    }
    expect(reasons('substitute-error-page.html')).toEqual(new Set(['error-page']))
    expect(reasons('substitute-sign-in-page.html')).toEqual(new Set(['login-page']))
    expect(reasons('substitute-bot-check.html')).toEqual(new Set(['challenge']))
    expect(reasons('nothing at all')).toEqual(new Set(['empty']))
  })

  it('does not read a body of more than 5,000,000 characters', () => {
    expect(bjjcompsystem.read({ kind: 'home' }, 'x'.repeat(5_000_001), context)).toMatchObject({
      verdict: 'unusable',
      problems: [{ code: 'too-large' }],
    })
  })

  it('turns an exception of its reader into an unusable reading', () => {
    const deep = bjjcompsystem.read({ kind: 'home' }, '<div>'.repeat(10_000), context)
    expect(deep).toMatchObject({ verdict: 'unusable', tournaments: [], problems: [{ code: 'reader-failed' }] })
  })

  it('gives the same reading for the same text', () => {
    for (const { name, body } of fixtures) {
      const page = pageOf(name) ?? { kind: 'home' }
      expect(bjjcompsystem.read(page, body, context)).toEqual(bjjcompsystem.read(page, body, context))
    }
  })
})

describe('a source, for any input,', () => {
  const anyPage = fc.constantFrom(...pages)
  const pageFixtures = fixtures.flatMap(({ name, body }) => {
    const page = pageOf(name)
    return page ? [{ name, body, page }] : []
  })

  it('gives a reading for random text', () => {
    fc.assert(
      fc.property(anyPage, fc.string({ unit: 'binary', maxLength: 3000 }), (page, body) => {
        expect(brokenRules(page, body)).toEqual([])
      }),
    )
  })

  it('gives a reading for random bytes', () => {
    const latin1 = new TextDecoder('latin1')
    fc.assert(
      fc.property(anyPage, fc.uint8Array({ maxLength: 3000 }), (page, bytes) => {
        expect(brokenRules(page, latin1.decode(bytes))).toEqual([])
      }),
    )
  })

  it('gives a reading for the tags and words of the site in random order', () => {
    const pieces = [...new Set(fixtures.flatMap(({ body }) => body.match(/<[^>]*>|[^<>]+/g) ?? []))]
    fc.assert(
      fc.property(anyPage, fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (page, parts) => {
        expect(brokenRules(page, parts.join(''))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('takes nothing from a page that was cut off, tried at every 100th character', () => {
    const taken = pageFixtures.flatMap(({ name, body, page }) =>
      Array.from({ length: Math.ceil(body.trimEnd().length / 100) }, (_, index) => index * 100)
        .map((end) => ({ end, cut: body.slice(0, end) }))
        .filter(({ cut }) => brokenRules(page, cut).length > 0 || read(page, cut).verdict !== 'unusable')
        .map(({ end }) => `${name} cut at ${end}`),
    )
    expect(taken).toEqual([])
  })

  it('gives a reading when elements are deleted, doubled or swapped', () => {
    const change = fc.record({ how: fc.constantFrom('delete', 'double', 'swap'), a: fc.nat(), b: fc.nat() })
    const changes = fc.array(change, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom(...pageFixtures), changes, ({ page, body }, made) => {
        const parts = body.match(/<[^>]*>|[^<]+/g) ?? []
        for (const { how, a, b } of made) {
          const [i, j] = [a % parts.length, b % parts.length]
          const [first = '', second = ''] = [parts[i], parts[j]]
          parts[i] = how === 'delete' ? '' : how === 'double' ? first + first : second
          if (how === 'swap') parts[j] = first
        }
        expect(brokenRules(page, parts.join(''))).toEqual([])
      }),
      { numRuns: 600 },
    )
  })
})
