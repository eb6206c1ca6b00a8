import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BracketReading, ReadSide } from '#domain/reading.ts'
import { bjjcompsystem } from '../index.ts'

const fixture = (name: string) => readFileSync(new URL(`./fixtures/bracket-${name}.html`, import.meta.url), 'utf8')
const read = (body: string, tournament = '4101') =>
  bjjcompsystem.read({ kind: 'bracket', tournament, category: '2950001' }, body, {
    today: '2026-09-12',
    startsOn: '2026-09-11',
    endsOn: '2026-09-13',
  }) as BracketReading

const match = (reading: BracketReading, number: number) => {
  const found = reading.matches.find(({ matchNumber }) => matchNumber === number)
  if (!found) throw new Error(`no match ${number}`)
  return found
}

const athletes = (reading: BracketReading) =>
  reading.matches.flatMap(({ sides }) => sides.filter((side) => side.kind === 'athlete'))

const losers = (reading: BracketReading) => athletes(reading).filter(({ loser }) => loser)
const isBye = ({ sides }: { sides: ReadSide[] }) => sides.some(({ kind }) => kind === 'bye')
const feedersOf = (reading: BracketReading, number: number) =>
  match(reading, number).sides.map((side) => (side.kind === 'open' ? side.fromMatch : side.kind))

describe('a finished bracket of 7', () => {
  const reading = read(fixture('7-athletes-finished-with-podium-and-swap'))

  it('is read completely, with its division and all seven matches of the tree', () => {
    expect(reading).toMatchObject({ verdict: 'whole', language: 'en', problems: [], treeSize: 8 })
    expect(reading.division?.division).toBe('Adult / Female / BLACK / Light Feather')
    expect(reading.matches.map(({ matchNumber }) => matchNumber)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(new Set(athletes(reading).map(({ bjjCompSystemId }) => bjjCompSystemId)).size).toBe(7)
  })

  it('has one loser in every match that was fought and none in the bye', () => {
    const loserCounts = reading.matches.map(
      ({ sides }) => sides.filter((side) => side.kind === 'athlete' && side.loser).length,
    )
    expect(loserCounts).toEqual([1, 1, 1, 0, 1, 1, 1])
    expect(reading.matches.filter(isBye).map(({ matchNumber }) => matchNumber)).toEqual([4])
    expect(match(reading, 4)).toMatchObject({ mat: null, fightNumber: null, when: { date: null, time: null } })
  })

  it('shows who was disqualified and why', () => {
    const disqualified = losers(reading).flatMap(({ name, disqualification }) =>
      disqualification ? [[name, disqualification]] : [],
    )
    expect(disqualified).toEqual([
      ['Graça Cerejeira', 'overweight'],
      ['Estela Capivari Filho', 'disciplinary'],
    ])
  })

  it('shows mat, time, seeds and the final’s label', () => {
    expect(match(reading, 7)).toMatchObject({
      isFinal: true,
      mat: 2,
      fightNumber: 31,
      when: { date: '2026-09-12', time: '12:00' },
    })
    expect(reading.matches.filter(({ isFinal }) => isFinal)).toHaveLength(1)
    expect(match(reading, 7).sides[1]).toEqual({
      kind: 'athlete',
      bjjCompSystemId: '520037',
      name: 'Bento do Vale',
      team: 'Blue Heron Jiu-Jitsu',
      seed: 1,
      loser: false,
      disqualification: null,
    })
  })

  it('shows the podium in page order, the ranking with its columns, and the swap', () => {
    expect(reading.placements).toEqual([
      { place: 1, name: 'Bento do Vale', team: 'Blue Heron Jiu-Jitsu' },
      { place: 2, name: 'Célia Mirante', team: 'Tatame Novo' },
      { place: 3, name: 'Dorival Pedregal', team: 'Old Mill Grappling' },
      { place: 3, name: 'Hélio Boa Vista', team: 'Casa do Quimono' },
    ])
    expect(reading.ranking.map(({ seed }) => seed)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(reading.ranking[4]).toEqual({
      seed: 5,
      name: 'Fausto Arrebol',
      team: 'Lighthouse BJJ',
      points: [
        { column: 'grand-slam', points: 35 },
        { column: 'overall', points: 55 },
      ],
      titles: [],
    })
    expect(reading.ranking[0]?.titles).toEqual([{ column: 'world', years: [2025, 2024] }])
    expect(reading.swaps).toEqual([
      { from: { seed: 7, name: 'Hélio Boa Vista' }, to: { seed: 6, name: 'Graça Cerejeira' } },
    ])
  })
})

describe('a bracket of 20 in two parts, in the middle of the event', () => {
  const reading = read(fixture('20-athletes-two-parts-stale-feeders'))

  it('is one tree of size 32 over both parts and the finals', () => {
    expect(reading).toMatchObject({ verdict: 'whole', treeSize: 32, placements: [] })
    expect(reading.matches.map(({ matchNumber }) => matchNumber)).toEqual(Array.from({ length: 31 }, (_, i) => i + 1))
    expect(reading.matches.filter(isBye)).toHaveLength(12)
    expect(losers(reading)).toHaveLength(14)
  })

  it('takes place on two mats', () => {
    expect([...new Set(reading.matches.map(({ mat }) => mat))]).toEqual([3, null, 4])
  })

  it('shows the no-show as loser with the reason', () => {
    expect(match(reading, 13).sides[1]).toMatchObject({ seed: 17, loser: true, disqualification: 'no-show' })
  })

  it('ignores the id of a place in the bracket, which is not an athlete’s', () => {
    expect(JSON.stringify(reading)).not.toMatch(/"2033\d\d"/)
  })

  it('leaves the feeders unknown when both texts name old fights', () => {
    expect(match(reading, 30).sides).toEqual([
      { kind: 'open', takes: 'winner', fightNumber: 14, mat: 4, fromMatch: null },
      { kind: 'open', takes: 'winner', fightNumber: 13, mat: 4, fromMatch: null },
    ])
  })

  it('has both feeders of the final, from one text whose fight number and mat are valid', () => {
    expect([match(reading, 29), match(reading, 30)].map(({ fightNumber, mat }) => [fightNumber, mat])).toEqual([
      [16, 3],
      [16, 4],
    ])
    expect(feedersOf(reading, 31)).toEqual([30, 29])
  })
})

describe('the bracket reader, for other sizes,', () => {
  it('reads a bracket of 3, in which the loser of the first match fights again', () => {
    const reading = read(fixture('3-athletes-loser-fights-again'))
    expect(reading).toMatchObject({ verdict: 'whole', treeSize: 4, problems: [] })
    expect(match(reading, 2).sides[0]).toEqual({ kind: 'open', takes: 'loser', fightNumber: 5, mat: 1, fromMatch: 1 })
    expect(feedersOf(reading, 3)).toEqual([1, 2])
  })

  it('reads a bracket of 40 in four parts', () => {
    const reading = read(fixture('40-athletes-four-parts'))
    expect(reading).toMatchObject({ verdict: 'whole', treeSize: 64, problems: [] })
    expect(reading.matches).toHaveLength(63)
    expect(new Set(athletes(reading).map(({ bjjCompSystemId }) => bjjCompSystemId)).size).toBe(40)
    expect([61, 62, 63].map((number) => feedersOf(reading, number))).toEqual([
      [57, 58],
      [59, 60],
      [61, 62],
    ])
  })

  it('reads an athlete who is alone: one bye and a podium of one', () => {
    const reading = read(fixture('1-athlete'))
    expect(reading).toMatchObject({ verdict: 'whole', treeSize: 2 })
    expect(reading.matches).toHaveLength(1)
    expect(match(reading, 1).sides.map(({ kind }) => kind)).toEqual(['athlete', 'bye'])
    expect(reading.placements).toEqual([{ place: 1, name: 'Bento do Vale', team: 'Blue Heron Jiu-Jitsu' }])
  })

  it('reads a division whose bracket is not drawn yet', () => {
    expect(read(fixture('not-drawn-yet'))).toMatchObject({
      verdict: 'whole',
      division: { division: 'Adult / Female / BLUE / Open Class Light' },
      treeSize: null,
      matches: [],
    })
  })
})

describe('the bracket reader, for special results,', () => {
  it('reads both sides of a double disqualification as losers', () => {
    const reading = read(fixture('double-disqualification-and-no-times'))
    expect(reading.verdict).toBe('whole')
    expect(match(reading, 1).sides).toMatchObject([
      { loser: true, disqualification: 'technical' },
      { loser: true, disqualification: 'technical' },
    ])
  })

  it('reads a match with mat and time, one without a mat, and one without either', () => {
    const reading = read(fixture('double-disqualification-and-no-times'))
    expect(match(reading, 1)).toMatchObject({ mat: 36, fightNumber: 2, when: { date: '2026-09-12', time: '00:05' } })
    expect(match(reading, 2)).toMatchObject({
      mat: null,
      fightNumber: null,
      when: { date: '2026-09-12', time: '13:20' },
    })
    expect(match(reading, 3)).toMatchObject({ mat: null, fightNumber: null, when: { date: null, time: null } })
  })

  it('reads a close-out final, with a podium, as a match of two team-mates without a loser', () => {
    const reading = read(fixture('4-athletes-close-out-final'))
    const [a, b] = match(reading, 3).sides
    expect(a).toMatchObject({ loser: false, team: 'Blue Heron Jiu-Jitsu' })
    expect(b).toMatchObject({ loser: false, team: 'Blue Heron Jiu-Jitsu' })
    expect(reading.placements.map(({ place }) => place)).toEqual([1, 2, 3, 3])
    expect(losers(reading).map(({ disqualification }) => disqualification)).toEqual(['technical', 'withdraw'])
  })
})

it('a bracket is read in Portuguese, with the day first and the 24-hour clock', () => {
  const reading = read(fixture('portuguese-24-hour-clock'))
  expect(reading).toMatchObject({ verdict: 'whole', language: 'pt', problems: [] })
  expect(reading.division?.division).toBe('Teen 2 / Male / YELLOW-GREY / Medium Heavy')
  expect(match(reading, 1)).toMatchObject({ mat: 2, fightNumber: 7, when: { date: '2026-09-12', time: '13:14' } })
  expect(match(reading, 1).sides[0]).toMatchObject({ loser: true, disqualification: 'technical' })
  expect(match(reading, 3)).toMatchObject({ when: { date: '2026-09-13', time: '09:05' } })
  expect(match(reading, 3).sides[1]).toEqual({ kind: 'open', takes: 'winner', fightNumber: 8, mat: 2, fromMatch: 2 })
  expect(reading.swaps).toHaveLength(1)
  expect(reading.ranking[0]).toMatchObject({
    name: 'Bento do Vale',
    points: [
      { column: 'grand-slam', points: 27 },
      { column: 'overall', points: 41 },
    ],
  })
})

it('the mats of a shared hall are renumbered in a bracket, in headers and feeder texts', () => {
  const reading = read(fixture('3-athletes-loser-fights-again'), '2673')
  expect(reading.matches.map(({ mat }) => mat)).toEqual([35, 35, 35])
  expect(match(reading, 2).sides[0]).toMatchObject({ mat: 35, fromMatch: 1 })
})

describe('a damaged bracket page', () => {
  const body = fixture('7-athletes-finished-with-podium-and-swap')

  it('loses the one cell that cannot be read', () => {
    const reading = read(
      body.replace('class="match-card__competitor match-card__competitor--red" id="competitor-520259"', ''),
    )
    expect(reading.verdict).toBe('partial')
    expect(reading.matches).toHaveLength(6)
    expect(reading.problems.map(({ code, where }) => `${code}: ${where}`)).toEqual(['bad-row: match 3'])
  })

  it('reports missing cells when the bracket announces more than it has', () => {
    const reading = read(body.replace('tournament-category__match-card match-4', 'other match-4'))
    expect(reading.verdict).toBe('partial')
    expect(reading.problems).toEqual([{ code: 'cells-missing', where: 'bracket part 1', detail: '6 of 7 matches' }])
  })

  it('yields a match’s number wherever its class is among the others', () => {
    const reading = read(
      body.replace(
        'tournament-category__match-card match-4',
        'match-4 match-card-wide tournament-category__match-card',
      ),
    )
    expect(reading).toMatchObject({ verdict: 'whole' })
    expect(reading.matches).toHaveLength(7)
  })

  it('keeps the first of two different cells for the same match and is partial', () => {
    const reading = read(body.replace('match-card match-4"', 'match-card match-3"'))
    expect(reading.matches.map(({ matchNumber }) => matchNumber)).toEqual([1, 2, 3, 5, 6, 7])
    expect(match(reading, 3).fightNumber).toBe(13)
    expect(reading.verdict).toBe('partial')
    expect(reading.problems.map(({ code }) => code)).toEqual(['duplicate'])
  })

  it('reports an athlete who appears twice in the first round', () => {
    const reading = read(body.replace('id="competitor-520222"', 'id="competitor-520111"'))
    expect(reading.problems).toEqual([
      { code: 'duplicate', where: 'match 2', detail: 'Dorival Pedregal appears twice in the first round' },
    ])
  })

  it('loses a match with an unreadable side instead of reading a bye or an open side', () => {
    const reading = read(body.replace('match-card__bye', 'match-card__free-pass'))
    expect(reading.verdict).toBe('partial')
    expect(reading.matches.map(({ matchNumber }) => matchNumber)).not.toContain(4)
  })

  it('is unusable when it has no title, or none of its cells can be read', () => {
    for (const renamed of [
      body.replaceAll('match-card__competitor-name', 'match-card__athlete'),
      body.replaceAll('tournament-category__match-card', 'tournament-category__cell'),
      body.replaceAll('tournament-category__match-card', 'cell').replaceAll('tournament-category__bracket ', 'part '),
      body.replaceAll('bracket-match-header__', 'header__').replace('match-card match-4"', 'other"'),
      body.replaceAll('category-title__label', 'label'),
    ])
      expect(read(renamed)).toMatchObject({ verdict: 'unusable', matches: [], placements: [], ranking: [] })
  })

  it('yields names that are clean, short and literal', () => {
    const reading = read(
      body.replaceAll('Bento do Vale', `&lt;img src=x onerror=alert(1)&gt;\u202E\u0000${'x'.repeat(20_000)}`),
    )
    const name = reading.placements[0]?.name ?? ''
    expect(name.startsWith('<img src=x onerror=alert(1)>xxx')).toBe(true)
    expect(name).toHaveLength(200)
  })
})
