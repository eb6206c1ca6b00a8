import { readdirSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { dotted } from './dotted.ts'
import { texts as list } from './en/list.ts'
import { en } from './en.ts'
import { texts as spanishClaims } from './es/claims.ts'
import { locale as spanish } from './languages/es.ts'
import { ordinalText, t, type Texts } from './t.ts'

const placeholders = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()

/** All messages of the catalogue by key. */
const parts = await Promise.all(
  readdirSync(new URL('en', import.meta.url)).map(
    async (file) => ((await import(/* @vite-ignore */ `./en/${file}`)) as { texts: Texts }).texts,
  ),
)
const catalogue: Texts = Object.assign({}, en, ...parts) as Texts
const texts = Object.entries(catalogue).flatMap(([key, message]) =>
  (typeof message === 'string' ? [message] : Object.values(message)).map((text) => ({ key, text })),
)
const keysWhere = (isFaulty: (text: string) => boolean): string[] =>
  texts.filter(({ text }) => isFaulty(text)).map(({ key }) => key)

describe('The message catalogue', () => {
  it('contains each key once, except the texts of lists, which two parts include', () => {
    const keys = [en, ...parts].flatMap((part) => Object.keys(part)).filter((key) => !(key in list))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it('has a text for every key', () => {
    expect(keysWhere((text) => text.trim() === '')).toEqual([])
  })

  it('has only whole placeholders', () => {
    expect(keysWhere((text) => /[{}]/.test(text.replace(/\{\w+\}/g, '')))).toEqual([])
  })

  it('has the same placeholders in all plural forms of a message', () => {
    const uneven = Object.entries(catalogue).filter(([, message]) => {
      if (typeof message === 'string') return false
      const forms = Object.values(message).map((text) =>
        placeholders(text)
          .filter((name) => name !== 'count')
          .join(),
      )
      return new Set(forms).size > 1
    })
    expect(uneven).toEqual([])
  })
})

describe('The function t', () => {
  it('replaces placeholders with their parameters', () => {
    expect(t('match.versusTeam', { opponent: 'Rúben Pedreira', team: 'Lótus Team' })).toBe(
      'vs Rúben Pedreira · Lótus Team',
    )
  })

  it('does not expand placeholders in a parameter', () => {
    expect(t('match.versusTeam', { opponent: '{team} $& 100%', team: 'Lótus Team' })).toBe(
      'vs {team} $& 100% · Lótus Team',
    )
  })

  it('selects the plural form by the count', () => {
    expect(t('matches.found', { count: 1 })).toBe('1 match found')
    expect(t('matches.found', { count: 0 })).toBe('0 matches found')
    expect(t('matches.found', { count: 3 })).toBe('3 matches found')
  })

  it('formats large numbers for the language', () => {
    expect(t('matches.found', { count: 10_000 })).toBe('10,000 matches found')
  })

  it('isolates a name that is written from right to left, and leaves every other one as it is', () => {
    expect(t('match.versus', { opponent: 'محمد فريد' })).toBe('vs \u2068محمد فريد\u2069')
    expect(t('match.versus', { opponent: '山本 太郎' })).toBe('vs 山本 太郎')
    expect(dotted(['Ana Serra', false, null, 'דוד'])).toBe('Ana Serra · \u2068דוד\u2069')
  })

  it('formats ordinal numbers', () => {
    expect([1, 2, 3, 4, 11, 22].map(ordinalText)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '22nd'])
  })
})

it('A part that a screen requests while the locale changes is shown in the new locale', async () => {
  // A fresh module, in which no other test has loaded the part.
  vi.resetModules()
  const { loadTexts, setLocale, t: translated } = await import('./t.ts')
  const offers = Promise.withResolvers<{ texts: Texts }>()
  await loadTexts('offers')
  const changing = setLocale({ ...spanish, parts: { ...spanish.parts, offers: () => offers.promise } })
  await loadTexts('claims')
  offers.resolve(await spanish.parts.offers())
  await changing
  expect(translated('claim.byYou')).toBe(spanishClaims['claim.byYou'])
})
