import { describe, expect, it } from 'vitest'
import { distinctionOf } from './same-person.ts'

const entrant = (division: string | null, tournamentId = 1) => ({ tournamentId, listed: true, belt: null, division })
const between = (one: string | null, other: string | null) => distinctionOf(entrant(one), entrant(other, 2))

describe('two athletes under different ids', () => {
  it.each([
    ['in the same division', 'Adult / Male / BLUE / Light', 'Adult / Male / BLUE / Light'],
    ['in a weight class and an open class', 'Adult / Male / BLUE / Light', 'Adult / Male / BLUE / Open Class'],
    ['a belt later', 'Adult / Male / BLUE / Light', 'Adult / Male / PURPLE / Light'],
    ['with the first belt of adults', 'Adult / Male / WHITE / Light', 'Adult / Male / BLUE / Light'],
    ['who leave the children’s belts', 'Juvenile 2 / Female / GREEN / Light', 'Adult / Female / BLUE / Light'],
    ['an age division later', 'Adult / Male / BLACK / Light', 'Master 1 / Male / BLACK / Light'],
    ['in an age division without a number', 'Juvenile / Male / BLUE / Light', 'Adult / Male / BLUE / Light'],
    ['without a known division', null, 'Adult / Male / BLUE / Light'],
  ])('can be one person %s', (_, one, other) => {
    expect(between(one, other)).toBeNull()
    expect(between(other, one)).toBeNull()
  })

  it.each([
    ['belt', 'Adult / Male / BLUE / Light', 'Adult / Male / BROWN / Light'],
    ['belt', 'Teen 1 / Male / GREY / Light', 'Teen 2 / Male / GREEN / Light'],
    ['age', 'Adult / Male / BLACK / Light', 'Master 2 / Male / BLACK / Light'],
    ['age', 'Juvenile / Male / BLUE / Light', 'Master 1 / Male / BLUE / Light'],
    ['gender', 'Adult / Male / BLUE / Light', 'Adult / Female / BLUE / Light'],
  ])('cannot be one person because of their %s: %s and %s', (reason, one, other) => {
    expect(between(one, other)).toBe(reason)
    expect(between(other, one)).toBe(reason)
  })

  it('cannot be one person when both are entered in one tournament', () => {
    expect(distinctionOf(entrant(null), entrant(null))).toBe('tournament')
  })

  it('can be one person when one of them is no longer entered in the tournament of the other', () => {
    expect(distinctionOf({ ...entrant(null), listed: false }, entrant(null))).toBeNull()
  })
})
