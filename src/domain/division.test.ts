import { describe, expect, it } from 'vitest'
import {
  divisionText,
  englishAge,
  englishGender,
  englishWeight,
  isOpenClass,
  parseDivision,
  readDivision,
} from './division.ts'

const english = (text: string) => {
  const parts = parseDivision(text)
  return parts && divisionText(parts)
}

describe('parseDivision', () => {
  it('reads the order of the boards and lists', () => {
    expect(english('Master 1 / Male / BLUE / Medium Heavy')).toBe('Master 1 / Male / BLUE / Medium Heavy')
  })

  it('reads the order of the registration lists, with a weight limit or without', () => {
    expect(english('WHITE / Adult / Male / Rooster (127.00lb)')).toBe('Adult / Male / WHITE / Rooster')
    expect(english('BLACK / Master 2 / Female / Ultra-Heavy')).toBe('Master 2 / Female / BLACK / Ultra Heavy')
  })

  it('reads Portuguese in both orders', () => {
    expect(english('Adulto / Feminino / ROXA / Meio-Pesado')).toBe('Adult / Female / PURPLE / Medium Heavy')
    expect(english('AMARELA-CINZA / Infanto Juvenil 2 / Masculino / MeioPesado')).toBe(
      'Teen 2 / Male / YELLOW-GREY / Medium Heavy',
    )
  })

  it('ignores blanks and line ends around the parts', () => {
    expect(english('\n Juvenile 1 /  Male/ BLUE\n / Middle ')).toBe('Juvenile 1 / Male / BLUE / Middle')
  })

  it('returns null unless all four parts are known', () => {
    for (const text of [
      '',
      'Adult / Male / BLUE',
      'Adult / Male / BLUE / Enormous',
      'constructor / __proto__ / Male / BLUE',
    ])
      expect(parseDivision(text)).toBeNull()
  })
})

describe('readDivision', () => {
  it('keeps one unknown word, in the place of the missing part', () => {
    expect(readDivision(['Adult', 'Male', 'BLUE', 'Enormous '])).toEqual({
      parts: { age: 'Adult', gender: 'Male', belt: 'BLUE', weight: 'Enormous' },
      unknown: 'Enormous',
    })
    expect(readDivision(['Ancient', 'Male', 'BLUE', 'Light'])?.parts.age).toBe('Ancient')
  })

  it('returns null when two parts are unknown or missing', () => {
    expect(readDivision(['Ancient', 'Male', 'BLUE', 'Enormous'])).toBeNull()
    expect(readDivision(['Male', 'BLUE', 'Enormous'])).toBeNull()
  })
})

describe('The division words', () => {
  it('include all age classes in both languages', () => {
    const pairs: [string, string][] = [
      ['Mighty-mite 2', 'Pré-mirim 2'],
      ['Pee-Wee 3', 'Mirim 3'],
      ['Junior 1', 'Infantil 1'],
      ['Teen 3', 'Infanto Juvenil 3'],
      ['Juvenile', 'Juvenil'],
      ['Juvenile 2', 'JUVENIL 2'],
      ['Adult', 'Adulto'],
      ['Master 7', 'master 7'],
    ]
    for (const [en, pt] of pairs) {
      expect(englishAge(en)).toBe(en)
      expect(englishAge(pt)).toBe(en)
    }
  })

  it('include all weight classes in both languages', () => {
    const pairs: [string, string][] = [
      ['Rooster', 'Galo'],
      ['Light Feather', 'Pluma'],
      ['Feather', 'Pena'],
      ['Light', 'Leve'],
      ['Middle', 'Médio'],
      ['Medium Heavy', 'Meio Pesado'],
      ['Heavy', 'Pesado'],
      ['Super Heavy', 'Super Pesado'],
      ['Ultra Heavy', 'Pesadíssimo'],
      ['Open Class', 'Absoluto'],
      ['Open Class Light', 'Absoluto Leve'],
      ['Open Class Heavy', 'Absoluto Pesado'],
    ]
    for (const [en, pt] of pairs) {
      expect(englishWeight(en)).toBe(en)
      expect(englishWeight(pt)).toBe(en)
    }
    expect(englishWeight('Light-Feather (141.5lb)')).toBe('Light Feather')
  })

  it('include the genders in both languages', () => {
    expect(['Male', ' masculino', 'FEMALE', 'Feminino', 'constructor'].map(englishGender)).toEqual([
      'Male',
      'Male',
      'Female',
      'Female',
      null,
    ])
  })

  it('distinguish open classes from weight classes', () => {
    expect(['Open Class', 'Open Class Light', 'Light'].map(isOpenClass)).toEqual([true, true, false])
  })
})
