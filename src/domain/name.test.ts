import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { cleanText, fold, matchesSearch, nameKey } from './name.ts'

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

  it.each([
    ['the joiner of an emoji', '👩\u200D🏫'],
    ['the joiner after a skin tone or a variation selector', '👩🏽\u200D🏫 ❤\uFE0F\u200D🔥 🏳\uFE0F\u200D🌈'],
    ['the tags of a flag', 'Team \u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['the non-joiner of a Persian word', 'می\u200Cخواهم'],
    ['the joiner of a Sinhala word', 'ශ්\u200Dරී'],
    ['the joiner of a Hindi word', 'क्\u200Dष'],
  ])('keeps %s', (_, text) => {
    expect(cleanText(text)).toBe(text)
  })

  it.each([
    ['joiners between Latin letters', 'Da\u200Dvi\u200C', 'Davi'],
    ['joiners at an end or in a row', '\u200Dمی\u200C\u200C خواهم\u200C', 'می خواهم'],
    ['joiners without a second emoji', '👩\u200D Ana', '👩 Ana'],
    ['tags without a flag', 'Da\u{E0067}\u{E0062}\u{E007F}vi', 'Davi'],
    ['tags without their end', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}', '\u{1F3F4}'],
    ['the directions in a Persian word', 'می\u202Eخواهم\u2069', 'میخواهم'],
  ])('drops %s', (_, text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })

  it('leaves no joiner at the end of a cut text', () => {
    expect(cleanText(`${'x'.repeat(197)}👩\u200D🏫`)).toBe(`${'x'.repeat(197)}👩`)
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

describe('the key of a name', () => {
  it.each([
    ['Caio D’Angelis', "Caio D'Angelis", 'caio d`angelis', 'Caio D´Angelis', 'Caio Dʼangelis', 'CAIO DANGELIS'],
    ['Kaʻiulani Keʻalohi', "Ka'iulani Ke'alohi", 'Ka‘iulani Ke‘alohi', 'Kaiulani Kealohi'],
    ['Jean-Luc Pedra', 'Jean‐Luc Pedra', 'Jean–Luc Pedra', 'Jean—Luc Pedra', 'Jean‑Luc Pedra', 'jean luc pedra'],
    ['山本 太郎', '山本太郎', '山本　太郎', '山本・太郎'],
    ['김 민준', '김민준'],
    ['St. John, Ana', 'St John Ana'],
  ])('is the same for all spellings of %s', (...spellings) => {
    expect(new Set(spellings.map(nameKey)).size).toBe(1)
  })

  it('differs for words in another order, and for Latin names with and without a blank', () => {
    expect(nameKey('Ana Serra')).not.toBe(nameKey('Serra Ana'))
    expect(nameKey('Ana Serra')).not.toBe(nameKey('Anaserra'))
  })

  it('keeps the length mark of a Katakana name', () => {
    expect(nameKey('マリー')).not.toBe(nameKey('マリ'))
  })
})

describe('matchesSearch', () => {
  it('finds the term in any of the texts', () => {
    expect(matchesSearch('AURELIO', 'Aurélio Quebrada', null)).toBe(true)
    expect(matchesSearch('gate', 'Aurélio Quebrada', undefined, 'North Gate Grappling')).toBe(true)
    expect(matchesSearch('x', 'Aurélio Quebrada')).toBe(false)
  })

  it.each([
    ["D'Angelis", 'Caio D’Angelis'],
    ['Marina Pedra', 'Marina Souza Pedra'],
    ['Pedra, Marina', 'Marina Souza Pedra'],
    ['ped mar', 'Marina Souza Pedra'],
    ['Luc Pedra', 'Jean-Luc Pedra'],
    ['山本太郎', '山本 太郎'],
    ['太郎 山本', '山本太郎'],
    ['太郎山本', '山本 太郎 太郎山本道場'],
    ['Male Adult', 'Adult / Male / BLUE / Light'],
    ['ina souz', 'Marina Souza Pedra'],
  ])('finds %s in %s', (term, text) => {
    expect(matchesSearch(term, text)).toBe(true)
  })

  it.each([
    ['Marina Azul', 'Marina Souza Pedra'],
    ['ina dra', 'Marina Souza Pedra'],
    ['anas', 'Ana Serra'],
    ['太郎 鈴木', '山本太郎'],
  ])('does not find %s in %s', (term, text) => {
    expect(matchesSearch(term, text)).toBe(false)
  })

  it('returns true for an empty term', () => {
    expect(matchesSearch('  ', null)).toBe(true)
  })
})
