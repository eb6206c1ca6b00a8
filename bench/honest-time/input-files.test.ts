import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { recordedDays } from './mat-days.ts'
import { readModels, simulateDay } from './models.ts'
import { judge, ratioInterval } from './protocol.ts'

const header = 'weekend,tournament,day,mat,fight,minute,length'
/** The fights of the only mat of the only day, as [number, minute, length]. */
const fightsIn = (csv: string): unknown[] =>
  [...recordedDays(csv).values()]
    .flat()
    .flatMap(({ mats }) => mats.flatMap(({ started }) => started.map(({ id, start, length }) => [id, start, length])))

describe('recordedDays', () => {
  const expected = [
    [1, 576.5, 10],
    [2, 588, null],
  ]

  it.each([
    ['with a byte order mark and Windows line ends', `\uFEFF${header}\r\n1,1,1,1,1,576.5,10\r\n1,1,1,1,2,588,\r\n\r\n`],
    ['with old Mac line ends', `${header}\r1,1,1,1,1,576.5,10\r1,1,1,1,2,588,\r`],
    ['with empty rows of commas', `${header}\n1,1,1,1,1,576.5,10\n,,,,,,\n1,1,1,1,2,588,\n,,,,,,\n , ,,,,,\n`],
    [
      'with quoted fields that contain commas and quotes',
      `"${header.replaceAll(',', '","')}"\n"1","Open, ""spring""","1","1","1","576.5","10"\n1, "Open, ""spring""" ,1,1,2,"588",\n`,
    ],
    [
      'with other columns in another order and short rows',
      'minute,note,mat,fight,day,tournament,weekend,length\n576.5,x,1,1,1,1,1,10\n588,"a, b",1,2,1,1,1\n',
    ],
  ])('reads a file %s', (_what, csv) => {
    expect(fightsIn(csv)).toEqual(expected)
  })

  it.each([
    [`${header}\n1,1,1,1,1,"576,10`, 'line 2: a double quote is not closed'],
    [`${header}\n1,1,1,1,1,9:36,10`, 'line 2: minute is "9:36" instead of a number from 0 to 2160'],
    [`${header}\n1,1,1,1,1.5,576,10`, 'line 2: fight is "1.5" instead of a whole number'],
    [`${header}\n1,1,1,1,1,576,0`, 'line 2: length is "0" instead of a number from 0.5 to 60'],
    ['weekend,tournament,day,mat,fight\n1,1,1,1,1', 'line 1: there is no column minute'],
    [header, 'no row has a minute'],
    ['', 'line 1: there is no column weekend'],
  ])('refuses %j', (csv, message) => {
    expect(() => recordedDays(csv)).toThrow(message)
  })
})

describe('simulateDay', () => {
  it('starts every fight later than the previous one on its mat, even if a pace below zero could be drawn', () => {
    const [model] = readModels('[{ "name": "short", "pace": { "mean": 0.1, "sd": 1 }, "mats": [2, 2] }]')
    for (let seed = 0; seed < 20; seed++)
      for (const { started } of simulateDay(model as never, seed).mats) {
        const starts = started.map(({ start }) => start)
        expect(starts.slice(1).every((start, index) => start > (starts[index] ?? Infinity))).toBe(true)
      }
  })
})

describe('readModels', () => {
  it('refuses more than 100 mats, or more than 300 fights a mat', () => {
    expect(() => readModels('[{ "name": "huge", "mats": [1, 101] }]')).toThrow('mats')
    expect(() => readModels('[{ "name": "huge", "fightsPerMat": [1, 301] }]')).toThrow('fightsPerMat')
  })
})

describe('ratioInterval', () => {
  it('leaves out the draws of events in which nothing was scored', () => {
    const day = (count: number) =>
      recordedDays([header, ...Array.from({ length: count }, (_, n) => `1,1,1,1,${n},${540 + n * 8},5`)].join('\n'))
    const events = [60, 1, 1, 1].map((count) => [...day(count).values()].flat().map(judge))
    const [least = NaN, most = NaN] = ratioInterval(events, '60', 'chain') ?? []
    expect(least).toBeGreaterThan(0)
    expect(most).toBeGreaterThanOrEqual(least)
    expect(ratioInterval(events.slice(1), '60', 'chain')).toBeNull()
  })
})

describe('honest-time.bench.ts', () => {
  it('prints a sentence instead of a figure where nothing can be scored', () => {
    const folder = mkdtempSync(join(tmpdir(), 'honest-time-'))
    try {
      const [models, days] = [join(folder, 'models.json'), join(folder, 'mat-days.csv')]
      writeFileSync(models, '\uFEFF[{ "name": "one fight", "mats": [1, 1], "fightsPerMat": [1, 1] }]')
      writeFileSync(days, `${header}\n1,1,1,1,1,576,10\n`)
      const bench = join(import.meta.dirname, '../honest-time.bench.ts')
      const output = execFileSync(process.execPath, [bench, '--models', models, '--mat-days', days], {
        encoding: 'utf8',
      })
      expect(output).toContain('one fight, median error / chain: no figure, because there is nothing to score')
      expect(output).toContain('recorded days, median error / chain: no figure, because there is nothing to score')
      expect(output).not.toMatch(/NaN|Infinity|undefined/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
