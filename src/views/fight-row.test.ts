import { expect, it } from 'vitest'
import { exampleItem, exampleSide } from '#support/examples.ts'
import { fightRow } from './fight-row.ts'

const now = Date.parse('2026-11-21T18:00:00Z')
const rival = exampleSide({ bjjCompSystemId: '700200', name: 'Caio do Estrela' })
const won = exampleItem({ sides: [exampleSide(), rival], outcome: { kind: 'won', winner: 0 } }, now)

it('The competitors of a fight row have the order of the bracket', () => {
  expect(fightRow(won)).toMatchObject({ competitor_1: 'Rafael Horizonte', competitor_2: 'Caio do Estrela' })
  expect(fightRow({ ...won, side: 'second' })).toMatchObject({
    competitor_1: 'Caio do Estrela',
    competitor_2: 'Rafael Horizonte',
  })
})

it('A cancelled match has the status unknown in a fight row', () => {
  expect(fightRow({ ...won, status: 'cancelled' }).status).toBe('unknown')
})
