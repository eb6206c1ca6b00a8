// Reads the saved pages of the real competition system. They are in a folder next to the project, because we may not publish them.
// Where they are missing, only the project's own fixture with the shape of the saved bracket is read; tests in src/sources check
// all fixtures in detail.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BoardReading, BracketReading, ListReading, ReadSide } from '#domain/reading.ts'
import { roundOfMatch } from '#domain/round.ts'
import { bjjcompsystem } from '#sources'

const savedFolder = new URL('../../../shared/source/pages/', import.meta.url)
const fixtureFolder = new URL('../../src/sources/bjjcompsystem/fixtures/', import.meta.url)
const context = { today: '2026-09-12', startsOn: '2026-09-12', endsOn: '2026-09-12' }

/** Skipped tests are still collected, so the files that they open may be missing. */
const textOf = (file: URL) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

const readBracket = (file: URL) =>
  bjjcompsystem.read(
    { kind: 'bracket', tournament: '900002', category: '920001' },
    textOf(file),
    context,
  ) as BracketReading

const match = ({ matches }: BracketReading, number: number) => {
  const found = matches.find(({ matchNumber }) => matchNumber === number)
  if (!found) throw new Error(`no match ${number}`)
  return found
}

const athletesOf = (sides: ReadSide[]) => sides.filter((side) => side.kind === 'athlete')
const sidesOf = ({ matches }: BracketReading) => matches.flatMap(({ sides }) => sides)
const byes = ({ matches }: BracketReading) => matches.filter(({ sides }) => sides.some(({ kind }) => kind === 'bye'))
const text = (side: ReadSide) =>
  side.kind === 'athlete'
    ? side.name
    : side.kind === 'bye'
      ? 'BYE'
      : `${side.takes} of ${side.fightNumber}, mat ${side.mat}`

/** The counts of a bracket. */
const summary = (reading: BracketReading) => ({
  verdict: reading.verdict,
  language: reading.language,
  problems: reading.problems,
  treeSize: reading.treeSize,
  places: reading.matches.length,
  athletes: new Set(athletesOf(sidesOf(reading)).map(({ bjjCompSystemId }) => bjjCompSystemId)).size,
  byes: byes(reading).length,
  fights: reading.matches.filter(({ fightNumber }) => fightNumber !== null).length,
  losers: athletesOf(sidesOf(reading)).filter(({ loser }) => loser).length,
  noShows: athletesOf(sidesOf(reading)).filter(({ disqualification }) => disqualification === 'no-show').length,
  finals: reading.matches.filter(({ isFinal }) => isFinal).map(({ matchNumber }) => matchNumber),
  mats: [...new Set(reading.matches.map(({ mat }) => mat))].filter((mat) => mat !== null),
  feeders: [30, 31].map((number) => match(reading, number).sides.map((side) => side.kind === 'open' && side.fromMatch)),
})

/** The counts that the real page of 20 athletes and the project's fixture have in common. */
const bracketOf20 = {
  verdict: 'whole',
  language: 'en',
  problems: [],
  treeSize: 32,
  places: 31,
  athletes: 20,
  byes: 12,
  fights: 19,
  losers: 14,
  noShows: 1,
  finals: [31],
  mats: [3, 4],
  // Both texts of match 30 name outdated fight numbers, so its feeders are ambiguous; one text of match 31 is correct.
  feeders: [
    [null, null],
    [30, 29],
  ],
}

it('Our fixture has the counts of the saved bracket of 20 athletes', () => {
  expect(summary(readBracket(new URL('bracket-20-athletes-two-parts-stale-feeders.html', fixtureFolder)))).toEqual(
    bracketOf20,
  )
})

describe.runIf(existsSync(savedFolder))('Of the saved pages,', () => {
  describe('the bracket of 20 athletes', () => {
    const reading = readBracket(new URL('bracket-20-athletes-mid-event.html', savedFolder))

    it('is Juvenile 1 / Male / BLUE / Middle: 31 places, 12 byes, 19 fights on mats 3 and 4, 14 of them decided', () => {
      expect(reading.division?.division).toBe('Juvenile 1 / Male / BLUE / Middle')
      expect(summary(reading)).toEqual(bracketOf20)
      expect(reading).toMatchObject({ placements: [], ranking: [], swaps: [] })
    })

    it('has its 20 athletes with their seeds and teams', () => {
      const bySeed = new Map(athletesOf(sidesOf(reading)).map(({ seed, name, team }) => [seed, `${name}, ${team}`]))
      expect([...bySeed].toSorted(([a], [b]) => Number(a) - Number(b)).map(([seed, who]) => `${seed} ${who}`)).toEqual([
        '1 Caio do Estrela, Clube do Tatame',
        '2 Márcio Cascata, Clube do Tatame',
        '3 Nilo Lajeado, Ponto Alto',
        '4 Fábio Brisa, Casa da Guarda',
        '5 Pável Le Campina, Team 15',
        '6 Elías Umbral, Lótus Team',
        '7 Otávio A. Serra, Team 14',
        '8 Davi van Nogal, Riverside BJJ',
        '9 Rúben van Pedreira, Team 17',
        '10 Heitor A. Ribeira, Falcão Jiu-Jitsu',
        '11 Quintín do Granito, Team 16',
        '12 Gil Jacarandá, Open Hand Academy',
        '13 Kenzo van Oliveira Norte, Pacific Line',
        '14 Aurélio A. Quebrada, North Gate Grappling',
        '15 Ícaro Le Bosque, Velha Escola',
        '16 Thiago Alvorada, Academia Aurora',
        '17 Lúcio Vereda, Dojo Ipê',
        '18 Benício Le Zéfiro, Equipe Pedra Branca',
        '19 Jonas do Figueira, Academia Aurora',
        '20 Rafael Horizonte, Mar Alto Jiu-Jitsu',
      ])
    })

    it('has its fourteen losers, one of them by no-show', () => {
      const losers = reading.matches.flatMap(({ matchNumber, sides }) =>
        athletesOf(sides).flatMap(({ name, loser, disqualification }) =>
          loser ? [`${matchNumber} ${name}${disqualification ? ` (${disqualification})` : ''}`] : [],
        ),
      )
      expect(losers).toEqual([
        '1 Thiago Alvorada',
        '5 Benício Le Zéfiro',
        '9 Ícaro Le Bosque',
        '13 Lúcio Vereda (no-show)',
        '17 Rafael Horizonte',
        '18 Gil Jacarandá',
        '19 Fábio Brisa',
        '20 Heitor A. Ribeira',
        '21 Jonas do Figueira',
        '22 Quintín do Granito',
        '23 Kenzo van Oliveira Norte',
        '24 Rúben van Pedreira',
        '25 Caio do Estrela',
        '26 Aurélio A. Quebrada',
      ])
    })

    it('has the mats, fight numbers and times of its fights', () => {
      const places = reading.matches
        .filter(({ mat }) => mat !== null)
        .map(
          ({ matchNumber, mat, fightNumber, when }) =>
            `${matchNumber}: mat ${mat} fight ${fightNumber} ${when.date} ${when.time}`,
        )
      expect(places).toEqual([
        '1: mat 3 fight 33 2026-09-12 13:14',
        '5: mat 3 fight 34 2026-09-12 13:26',
        '9: mat 4 fight 34 2026-09-12 13:17',
        '13: mat 4 fight 40 2026-09-12 14:02',
        '17: mat 3 fight 39 2026-09-12 13:50',
        '18: mat 3 fight 35 2026-09-12 13:33',
        '19: mat 3 fight 40 2026-09-12 13:55',
        '20: mat 3 fight 36 2026-09-12 13:35',
        '21: mat 4 fight 39 2026-09-12 14:02',
        '22: mat 4 fight 36 2026-09-12 13:42',
        '23: mat 4 fight 41 2026-09-12 14:05',
        '24: mat 4 fight 35 2026-09-12 13:23',
        '25: mat 3 fight 42 2026-09-12 14:06',
        '26: mat 3 fight 43 2026-09-12 14:11',
        '27: mat 4 fight 42 2026-09-12 14:18',
        '28: mat 4 fight 45 2026-09-12 14:41',
        '29: mat 3 fight 46 2026-09-12 14:34',
        '30: mat 4 fight 46 2026-09-12 14:48',
        '31: mat 4 fight 49 2026-09-12 15:09',
      ])
    })

    it('has five upcoming fights: two quarter-finals, a semi-final of known sides, one waiting, and the final', () => {
      const undecided = reading.matches.filter(
        ({ fightNumber, sides }) => fightNumber !== null && !athletesOf(sides).some(({ loser }) => loser),
      )
      expect(
        undecided.map(({ matchNumber, sides }) => `${roundOfMatch(matchNumber, 32)}: ${sides.map(text).join(' v ')}`),
      ).toEqual([
        'Quarter Final: Márcio Cascata v Otávio A. Serra',
        'Quarter Final: Nilo Lajeado v Pável Le Campina',
        'Semi-Final: Davi van Nogal v Elías Umbral',
        'Semi-Final: winner of 44, mat 4 v winner of 43, mat 4',
        'Final: winner of 46, mat 4 v winner of 45, mat 3',
      ])
    })
  })

  describe('the pieces of brackets', () => {
    const piece = (name: string) => readBracket(new URL(`bracket-fragment-${name}.html`, savedFolder))

    it('hold rankings whose columns differ', () => {
      const rows = (name: string) => {
        const { ranking, ...reading } = piece(name)
        const nothing = { division: null, treeSize: null, matches: [], swaps: [] }
        expect(reading).toMatchObject({ verdict: 'whole', problems: [], ...nothing })
        return ranking
      }
      expect(rows('adult-black-weight')).toEqual([
        {
          seed: 1,
          name: 'Athlete 01',
          team: 'Team A',
          points: [
            { column: 'grand-slam', points: 108 },
            { column: 'overall', points: 81 },
          ],
          titles: [
            { column: 'world', years: [2025, 2024, 2023, 2019] },
            { column: 'world-four-years-ago', years: [] },
            { column: 'brown-belt-world', years: [] },
          ],
        },
        {
          seed: 2,
          name: 'Athlete 02',
          team: 'Team B',
          points: [
            { column: 'grand-slam', points: 0 },
            { column: 'overall', points: 0 },
          ],
          titles: [],
        },
      ])
      expect(rows('regular-open')[0]?.points).toEqual([
        { column: 'grand-slam-open-class', points: 36 },
        { column: 'grand-slam-overall', points: 108 },
        { column: 'overall-open-class', points: 81 },
        { column: 'overall-without-open-class', points: 67 },
      ])
    })

    it('hold 21 athletes known by seed and ranking, with three swaps in a chain', () => {
      const reading = piece('n21-chained-swaps')
      expect(reading).toMatchObject({ verdict: 'whole', problems: [], treeSize: 32 })
      expect(reading.matches).toHaveLength(31)
      expect(byes(reading)).toHaveLength(11)
      expect(new Set(athletesOf(sidesOf(reading)).map(({ name }) => name)).size).toBe(21)
      expect(match(reading, 13).sides.map(text)).toEqual(['Athlete 13', 'Athlete 21'])
      expect(match(reading, 17).sides.map(({ kind }) => kind)).toEqual(['open', 'open'])
      expect(reading.ranking).toHaveLength(21)
      expect(reading.ranking[20]).toMatchObject({ seed: 21, name: 'Athlete 21', team: 'Shared Team A' })
      expect(reading.swaps.map(({ from, to }) => `${from.seed} ${from.name} → ${to.seed} ${to.name}`)).toEqual([
        '17 Athlete 17 → 18 Athlete 18',
        '20 Athlete 20 → 19 Athlete 19',
        '21 Athlete 21 → 18 Athlete 18',
      ])
    })

    it('hold eight ranked athletes, one swap, a pairing and a bye', () => {
      const reading = piece('regular-weight-one-swap')
      expect(reading).toMatchObject({ verdict: 'whole', problems: [] })
      expect(reading.ranking.map(({ seed }) => seed)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      expect(reading.swaps).toEqual([{ from: { seed: 5, name: 'Athlete 05' }, to: { seed: 8, name: 'Athlete 08' } }])
      expect(reading.matches.map(({ sides }) => sides.map(text))).toEqual([
        ['Athlete 05', 'Athlete 01'],
        ['Athlete 08', 'BYE'],
      ])
      expect(athletesOf(sidesOf(reading)).map(({ bjjCompSystemId }) => bjjCompSystemId)).toEqual([
        '1005',
        '1001',
        '1008',
      ])
    })
  })

  describe('the order of fights', () => {
    const reading = bjjcompsystem.read(
      { kind: 'board', tournament: '900001', day: '910003', page: 2 },
      textOf(new URL('order-of-fights-page-2-mats-5-8.html', savedFolder)),
      { today: '2026-09-04', startsOn: '2026-09-03', endsOn: '2026-09-05' },
    ) as BoardReading

    it('is page 2 of the third of three days with 34 mats each', () => {
      expect(reading).toMatchObject({
        verdict: 'whole',
        language: 'en',
        problems: [],
        date: '2026-09-05',
        pages: [1, 2, 3],
      })
      expect(
        reading.days.map((day) => `${day.bjjCompSystemId} ${day.dayName} ${day.weekday} ${day.date} ${day.matsCount}`),
      ).toEqual([
        '910001 Day 1 Thursday 2026-09-03 34',
        '910002 Day 2 Friday 2026-09-04 34',
        '910003 Day 3 Saturday 2026-09-05 34',
      ])
      expect(reading).toMatchObject({ athletes: null, clubs: null })
    })

    it('has two cards on each of mats 5 to 8, twelve athletes and four placeholders', () => {
      expect(reading.mats.map(({ mat, complete, cards }) => [mat, complete, cards.length])).toEqual([
        [5, true, 2],
        [6, true, 2],
        [7, true, 2],
        [8, true, 2],
      ])
      const cards = reading.mats.flatMap((column) => column.cards)
      expect(
        cards.map(
          (card) =>
            `${card.mat} ${card.fightNumber} ${card.when.time} ${card.round}: ${card.sides.map(text).join(' v ')}`,
        ),
      ).toEqual([
        '5 1 09:30 Round 1: Fixture Athlete 1 v Fixture Athlete 2',
        '5 5 09:58 Round 2: winner of 1, mat 5 v Fixture Athlete 3',
        '6 1 09:30 Round 1: Fixture Athlete 4 v Fixture Athlete 5',
        '6 5 09:58 Round 2: winner of 1, mat 6 v Fixture Athlete 6',
        '7 1 09:30 Round 1: Fixture Athlete 7 v Fixture Athlete 8',
        '7 5 09:58 Round 2: winner of 1, mat 7 v Fixture Athlete 9',
        '8 1 09:30 Round 1: Fixture Athlete 10 v Fixture Athlete 11',
        '8 5 09:58 Round 2: winner of 1, mat 8 v Fixture Athlete 12',
      ])
      expect(new Set(cards.map(({ division }) => division))).toEqual(new Set(['Master 1 / Male / BLUE / Medium Heavy']))
      expect(cards.flatMap(({ sides }) => athletesOf(sides).map(({ seed }) => seed))).toEqual([
        32, 47, 2, 29, 45, 3, 30, 46, 4, 28, 44, 8,
      ])
    })
  })

  it('the list of an athlete has three upcoming fights on mat 12 whose sides are all open', () => {
    const reading = bjjcompsystem.read(
      { kind: 'competitor', tournament: '1922', competitor: '1' },
      textOf(new URL('by-competitor-all-placeholders.html', savedFolder)),
      { today: '2022-12-09', startsOn: '2022-12-08', endsOn: '2022-12-10' },
    ) as ListReading
    expect(reading).toMatchObject({ verdict: 'whole', language: 'en', problems: [], title: 'Thiago Alvorada' })
    expect(
      reading.rows.map(
        (row) =>
          `${row.round}: mat ${row.mat} fight ${row.fightNumber} ${row.when.date} ${row.when.time}, ${row.sides.map(text).join(' v ')}`,
      ),
    ).toEqual([
      'Final: mat 12 fight 17 2022-12-10 13:17, winner of 14, mat 12 v winner of 13, mat 12',
      'Quarter Final: mat 12 fight 7 2022-12-10 12:07, winner of 3, mat 12 v winner of 2, mat 12',
      'Semi-Final: mat 12 fight 13 2022-12-10 12:49, winner of 8, mat 12 v winner of 7, mat 12',
    ])
    for (const row of reading.rows)
      expect(row).toMatchObject({
        categoryId: '2086951',
        division: 'Master 4 / Male / BLACK / Middle',
        rawStatus: 'created',
      })
  })
})
