import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { cleanText, fold, matchesSearch } from './name.ts'

describe('cleanText', () => {
  it('collapses inner blanks of any kind, and removes leading and trailing ones', () => {
    expect(cleanText('\n Aurélio  A.\tQuebrada\u00A0\r\n')).toBe('Aurélio A. Quebrada')
  })

  it('drops control, direction and invisible characters', () => {
    expect(cleanText('Da\u0000vi \u202Eodnalru\u200B\u2066 \uFEFF')).toBe('Davi odnalru')
  })

  it('[X-01] is empty for a text without a visible character, and keeps three marks of a character', () => {
    for (const blank of ['\u3164', '\u115f', '\uffa0', '\u2800', '\u034f', ' \u3164\u2800 '])
      expect(cleanText(blank)).toBe('')
    expect(cleanText('\u3164Ana\u3164\u2800Lua\uffa0')).toBe('Ana Lua')
    expect(cleanText(`Z${'\u0301'.repeat(500)}oe`)).toBe('Z\u0301\u0301\u0301oe')
  })

  it('does not change markup', () => {
    expect(cleanText('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
  })

  it('cuts at 200 characters, but not within a surrogate pair', () => {
    expect(cleanText('x'.repeat(20_000))).toHaveLength(200)
    expect(cleanText('x'.repeat(199) + '🥋🥋')).toBe('x'.repeat(199))
    expect(cleanText('x'.repeat(199) + ' tail')).toBe('x'.repeat(199))
  })

  it('returns well-formed, trimmed, short text, and does not change it again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (raw) => {
        const text = cleanText(raw)
        expect(text.isWellFormed()).toBe(true)
        expect(text.length).toBeLessThanOrEqual(200)
        expect(cleanText(text)).toBe(text)
      }),
    )
    expect(cleanText('a\uD800b')).toBe('a\uFFFDb')
  })
})

describe('fold', () => {
  it('ignores case, accents and width, and replaces letters that have no decomposition', () => {
    expect(fold('  João   ÇELİK ')).toBe('joao celik')
    expect(fold('Søren Łuk Đoko Groß')).toBe('soren luk doko gross')
    expect(fold('Çınar Æbæk Œuvre Ðórð Þóra')).toBe('cinar aebaek oeuvre dord thora')
    expect(fold('ＡＢＣ')).toBe('abc')
  })

  it('ignores the direction and invisible characters of a pasted name', () => {
    expect(fold('\u202AAna\u200B Lua\u202C\u200E')).toBe('ana lua')
  })
})

describe('matchesSearch', () => {
  it('finds the term in any of the texts', () => {
    expect(matchesSearch('AURELIO', 'Aurélio Quebrada', null)).toBe(true)
    expect(matchesSearch('gate', 'Aurélio Quebrada', undefined, 'North Gate Grappling')).toBe(true)
    expect(matchesSearch('x', 'Aurélio Quebrada')).toBe(false)
  })

  it('returns true for an empty term', () => {
    expect(matchesSearch('  ', null)).toBe(true)
  })
})
