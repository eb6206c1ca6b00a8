import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { HomeReading } from '#domain/reading.ts'
import { bjjcompsystem } from '../index.ts'

const context = { today: '2026-09-12', startsOn: null, endsOn: null }
const home = readFileSync(new URL('./fixtures/home-block-and-list-differ.html', import.meta.url), 'utf8')
const read = (body: string, origin?: string) =>
  bjjcompsystem.read({ kind: 'home' }, body, origin ? { ...context, origin } : context) as HomeReading

it('the home page yields the list, and from its blocks logos, days and tournaments that are not listed', () => {
  const { tournaments, verdict, problems } = read(home)
  expect(verdict).toBe('whole')
  expect(problems).toEqual([])
  expect(tournaments).toEqual([
    {
      bjjCompSystemId: '4101',
      name: 'Harbour City Open IBJJF Jiu-Jitsu Championship 2026',
      logoUrl: 'https://logos.example.org/Championship/Logo/4101',
      dayId: '7302',
    },
    {
      bjjCompSystemId: '4102',
      name: 'Campeonato da Serra de Jiu-Jitsu Crianças 2026',
      logoUrl: '/Championship/Logo/4102',
      dayId: null,
    },
    { bjjCompSystemId: '4103', name: 'Harbour City Open No-Gi Championship 2026', logoUrl: null, dayId: null },
    { bjjCompSystemId: '4104', name: 'Night Masters Invitational', logoUrl: null, dayId: null },
  ])
})

it('a logo’s address is the same from whichever origin the page was read', () => {
  const logos = read(home, 'http://localhost:4100').tournaments.map(({ logoUrl }) => logoUrl)
  expect(logos).toContain('/Championship/Logo/4102')
})

it('an empty list yields no tournaments', () => {
  const { verdict, tournaments } = read('<select id="tournament_id"><option value=""> </option></select>')
  expect([verdict, tournaments]).toEqual(['whole', []])
})

it('the other entries are read when one has no usable number or no name', () => {
  const { verdict, tournaments, problems } = read(
    '<select id="tournament_id"><option value="4101">Harbour City Open</option><option value="all">All</option><option value="4105"> </option></select>',
  )
  expect(verdict).toBe('partial')
  expect(tournaments.map(({ bjjCompSystemId }) => bjjCompSystemId)).toEqual(['4101'])
  expect(problems.map(({ code }) => code)).toEqual(['bad-row', 'bad-row'])
})
