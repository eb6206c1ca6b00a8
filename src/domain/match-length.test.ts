import { describe, expect, it } from 'vitest'
import { matchLength } from './match-length.ts'

const ofBelts = (age: string): (number | null)[] =>
  ['WHITE', 'BLUE', 'PURPLE', 'BROWN', 'BLACK'].map((belt) => matchLength(`${age} / Male / ${belt} / Light`))

describe('matchLength', () => {
  it('grows with the belt of an adult, so that a black belt fights twice as long as a white belt', () => {
    expect(ofBelts('Adult')).toEqual([5, 6, 7, 8, 10])
  })

  it('is six minutes for a Master 1 from purple on, and five for all older masters', () => {
    expect(ofBelts('Master 1')).toEqual([5, 5, 6, 6, 6])
    expect(ofBelts('Master 2')).toEqual([5, 5, 5, 5, 5])
    expect(ofBelts('Master 7')).toEqual([5, 5, 5, 5, 5])
  })

  it('follows the age class of a child or juvenile, whatever its number and belt', () => {
    expect(matchLength('Mighty-mite 2 / Male / GREY-WHITE / Light')).toBe(2)
    expect(matchLength('Pee-Wee 3 / Female / YELLOW / Feather')).toBe(3)
    expect(matchLength('Junior 1 / Male / ORANGE / Heavy')).toBe(4)
    expect(matchLength('Teen 3 / Female / GREEN-WHITE / Middle')).toBe(4)
    expect(matchLength('Juvenile 2 / Male / BLUE / Rooster')).toBe(5)
  })

  it('reads a Portuguese division and an open class', () => {
    expect(matchLength('PRETA / Adulto / Masculino / Absoluto')).toBe(10)
  })

  it('is null for an unknown division, for a master without a number, and for an adult with a belt for children', () => {
    expect(matchLength('')).toBeNull()
    expect(matchLength('Adult / Male / GREEN / Light')).toBeNull()
    expect(matchLength('Master / Male / BLACK / Light')).toBeNull()
    expect(matchLength('Veteran / Male / BLACK / Light')).toBeNull()
  })
})
