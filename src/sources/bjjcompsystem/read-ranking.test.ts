import { describe, expect, it } from 'vitest'
import { openDocument } from './document.ts'
import { collectProblems } from './problems.ts'
import { readFileSync } from 'node:fs'
import { readRanking, readSwaps } from './read-ranking.ts'

/** Reads a ranking of one row; these headings and cells follow the columns of the athlete and the team. */
function readRow(headings: readonly string[], cells: readonly string[]) {
  const head = ['Nº — Competitor', 'Team', ...headings].map((text) => `<th>${text}</th>`).join('')
  const row = `<th><div class="prioriry-number">1</div><div class="competitor-name">Bento do Vale</div></th>`
  const body = ['Blue Heron', ...cells].map((text) => `<td>${text}</td>`).join('')
  return readPage(`<div class="tournament-category__ranking"><table class="table"><thead><tr>${head}</tr></thead>
    <tbody><tr>${row}${body}</tr></tbody></table></div>`)
}

function readPage(page: string) {
  const problems = collectProblems()
  const document = openDocument(page)
  const [ranking, swaps] = [readRanking(document, problems), readSwaps(document, problems)]
  return { row: ranking[0], ranking, swaps, problems }
}

const fixture = (name: string) => readFileSync(new URL(`./fixtures/bracket-${name}.html`, import.meta.url), 'utf8')

describe('The ranking table', () => {
  it('is read with the columns of an adult black belt open class, whose headings have tooltips', () => {
    const { ranking, problems } = readPage(fixture('4-athletes-close-out-final'))
    expect(problems.list).toEqual([])
    expect(ranking[0]).toEqual({
      seed: 1,
      name: 'Bento do Vale',
      team: 'Blue Heron Jiu-Jitsu',
      points: [
        { column: 'grand-slam-open-class', points: 36 },
        { column: 'grand-slam-overall', points: 108 },
        { column: 'overall-open-class', points: 81 },
        { column: 'overall-without-open-class', points: 67 },
      ],
      titles: [
        { column: 'world', years: [2025, 2023] },
        { column: 'last-world', years: [] },
        { column: 'world-five-years-ago', years: [] },
      ],
    })
    expect(ranking.map(({ titles }) => titles.map(({ column }) => column))).toEqual([
      ['world', 'last-world', 'world-five-years-ago'],
      ['world-four-years-ago'],
      ['brown-belt-world'],
      [],
    ])
  })

  it('is read with a column of titles for each master level', () => {
    const headings = ['Adult World Champ.', 'M1 World Champ.', 'M2 World Champ.', 'Grand Slam Pts', 'Overall PTS']
    const { row } = readRow(headings, ['No', 'Yes', 'Yes', '12', '34'])
    expect(row).toMatchObject({ titles: [{ column: 'master-1-world' }, { column: 'master-2-world' }] })
    expect(row?.points.map(({ points }) => points)).toEqual([12, 34])
  })

  it('is read with Portuguese headings, and cells in either language', () => {
    const headings = [
      'Camp. Mundial (últ. 3 edições)',
      'Camp. Mundial (4 edições atrás)',
      'Camp. Mundial (5 edições atrás)',
      'Camp. Mundial Faixa Marrom',
      'Camp. Mundial',
      'Camp. Adulto',
      'Camp. Mundial M3',
      'PTS Geral',
    ]
    const { row } = readRow(headings, ['2024, 2025', 'Sim', 'Não', 'Yes', '2018', 'No', 'Sim', '7'])
    expect(row?.points).toEqual([{ column: 'overall', points: 7 }])
    expect(row?.titles).toEqual([
      { column: 'world', years: [2025, 2024, 2018] },
      { column: 'world-four-years-ago', years: [] },
      { column: 'brown-belt-world', years: [] },
      { column: 'master-3-world', years: [] },
    ])
  })

  it('keeps an unknown column under its printed heading', () => {
    const { row } = readRow(
      ['World League PTS', 'Crown Champion', 'National Champ.', 'Note'],
      ['2024', '2025', 'Yes', 'late'],
    )
    expect(row?.points).toEqual([{ column: 'World League PTS', points: 2024 }])
    expect(row?.titles).toEqual([
      { column: 'Crown Champion', years: [2025] },
      { column: 'National Champ.', years: [] },
    ])
  })

  it('states no values when its cells do not match the headings', () => {
    const { row, problems } = readRow(['Overall PTS'], ['5', '6'])
    expect(row).toEqual({ seed: 1, name: 'Bento do Vale', team: 'Blue Heron', points: [], titles: [] })
    expect(problems.list).toMatchObject([{ code: 'bad-row', detail: '3 cells under 2 headings' }])
    expect(problems.isPartial).toBe(false)
  })

  it('yields only text and numbers of limited size, whatever the page contains', () => {
    const script = '<img src=x onerror=alert(1)>'
    const { row } = readRow(
      [`${'Long '.repeat(100)}PTS`, `${script}Odd &lt;b&gt; PTS`, 'Overall PTS', 'Grand Slam Pts'],
      ['1', '2', '99999999', '-5'],
    )
    expect(row?.points).toEqual([
      { column: expect.stringMatching(/^(?:Long )+Long$/) as string, points: 1 },
      { column: 'Odd <b> PTS', points: 2 },
    ])
    expect(row?.points[0]?.column.length).toBeLessThanOrEqual(60)
    const strange = readRow(['constructor', '__proto__', `${'x'.repeat(59)}😀😀`], ['1', 'Yes', '3'])
    expect(strange.row?.points.map(({ column }) => column)).toEqual(['constructor', `${'x'.repeat(59)}😀`])
    expect(strange.row?.titles).toEqual([{ column: '__proto__', years: [] }])
    const wide = readRow(Array(100).fill('PTS'), Array(100).fill('1'))
    expect(wide.row?.points.length).toBeLessThan(30)
    const long = readPage(
      `<div class="tournament-category__ranking"><table><tbody>${'<tr><th><div class="prioriry-number">1</div><div class="competitor-name">A</div></th><td>B</td></tr>'.repeat(2_000)}</tbody></table></div>`,
    )
    expect(long.ranking).toHaveLength(512)
  })
})

describe('The swaps', () => {
  it('are read in their order, with or without an arrow between the athletes; an unreadable swap makes the page partial', () => {
    const { swaps, problems } = readPage(`<ul class="tournament-category__swap">
      <li><span>17 - Athlete 17</span><i class="fa fa-arrow-right"></i><span>18 - Athlete 18</span></li>
      <li><span>20 – Ana - Maria</span><span>19 — Athlete 19</span></li><li><span>Nobody</span></li></ul>`)
    expect(swaps).toEqual([
      { from: { seed: 17, name: 'Athlete 17' }, to: { seed: 18, name: 'Athlete 18' } },
      { from: { seed: 20, name: 'Ana - Maria' }, to: { seed: 19, name: 'Athlete 19' } },
    ])
    expect(problems.isPartial).toBe(true)
  })
})
