import { describe, expect, it } from 'vitest'
import { beltColours, beltOf, beltRank, englishBelt } from './belt.ts'

describe('englishBelt', () => {
  it('reads every belt in Portuguese, in any letter case', () => {
    const words = 'branca CINZA Amarela laranja VERDE azul roxa marrom preta'.split(' ')
    expect(words.map(englishBelt)).toEqual([
      'WHITE',
      'GREY',
      'YELLOW',
      'ORANGE',
      'GREEN',
      'BLUE',
      'PURPLE',
      'BROWN',
      'BLACK',
    ])
  })

  it('reads the two-coloured youth belts of both languages', () => {
    expect(['YELLOW-GREY', 'AMARELA-CINZA', 'VERDE - LARANJA', 'Green/Orange'].map(englishBelt)).toEqual([
      'YELLOW-GREY',
      'YELLOW-GREY',
      'GREEN-ORANGE',
      'GREEN-ORANGE',
    ])
  })

  it("reads 'gray' as grey", () => {
    expect(englishBelt('gray')).toBe('GREY')
  })

  it('returns null for other words', () => {
    expect(['', 'Light', 'constructor', '__proto__', 'WHITE-', 'WHITE-GREY-BLUE'].map(englishBelt)).toEqual(
      Array(6).fill(null),
    )
  })
})

describe('beltColours', () => {
  it('splits a two-coloured belt, first colour first, and returns none without a belt', () => {
    expect(beltColours('ORANGE-YELLOW')).toEqual(['ORANGE', 'YELLOW'])
    expect(beltColours(null)).toEqual([])
  })
})

describe('beltRank', () => {
  it('ranks from white 1 to black 9', () => {
    expect(
      ['WHITE', 'cinza', 'YELLOW-GREY', 'ORANGE', 'GREEN', 'BLUE', 'PURPLE', 'BROWN', 'PRETA'].map(beltRank),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('is 0 for an unknown belt', () => {
    expect([beltRank('pink'), beltRank(null)]).toEqual([0, 0])
  })
})

describe('beltOf', () => {
  it("prefers the athlete's own belt", () => {
    expect(beltOf({ belt: 'roxa', division: 'Adult / Male / BLUE / Light' })).toBe('PURPLE')
  })

  it('takes the third part of the division where the belt is missing or unknown', () => {
    expect(beltOf({ belt: null, division: 'Adult / Male / BLUE / Light' })).toBe('BLUE')
    expect(beltOf({ belt: '?', division: 'Adulto / Masculino / AMARELA-CINZA / Leve' })).toBe('YELLOW-GREY')
    expect(beltOf({ belt: null, division: null })).toBeNull()
  })
})
