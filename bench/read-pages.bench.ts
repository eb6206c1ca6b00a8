// Measures the speed of parsing pages: an order-of-fights page of a World Championship (1.2 MB, mostly the search widgets with
// the whole roster) and a bracket of 64, both served by the simulator. cheerio and parse5 read the same fields from the same
// bytes in turn.
import { isDeepStrictEqual } from 'node:util'
import type { Page } from '#domain/page.ts'
import type { BoardReading, BracketReading, CategoriesReading, HomeReading } from '#domain/reading.ts'
import { bjjcompsystem } from '#sources'
import { startSimulator } from '../simulator/index.ts'
import { median, print } from './figure.ts'
import { type Fields, fieldsOf, readWithCheerio, readWithParse5 } from './page-rivals.ts'

const ages = ['Adult', 'Master 1', 'Master 2', 'Master 3', 'Master 4', 'Master 5']
const belts = ['WHITE', 'BLUE', 'PURPLE', 'BROWN', 'BLACK'] as const
const weights = [
  'Rooster',
  'Light Feather',
  'Feather',
  'Light',
  'Middle',
  'Medium Heavy',
  'Heavy',
  'Super Heavy',
] as const

/** 480 categories, 8,670 athletes, 30 mats: a first board page of about 1.2 MB. */
const categories = ages.flatMap((age) =>
  belts.flatMap((belt) =>
    (['Male', 'Female'] as const).flatMap((gender) =>
      weights.map((weight) => ({
        age,
        gender,
        belt,
        weight,
        athletes: gender === 'Male' && weight === 'Light' ? 64 : 15,
      })),
    ),
  ),
)

const startAt = Date.parse('2026-09-12T06:00:00Z')
const context = { today: '2026-09-12', startsOn: '2026-09-12', endsOn: '2026-09-14' }
/** Rounds of runs: the best median counts, because the machine may be busy in some of them. */
const rounds = 16
const runs = 8
/** Runs of each reader, in turn. */
const turns = 15

const bodyOf = async (page: Page): Promise<string> => (await fetch(simulator.url + bjjcompsystem.address(page))).text()

type Kind = 'board' | 'bracket'

/** Reads a page repeatedly; returns the time of a reading in ms, the size of the page, and the fields of the first reading. */
function measure(page: Page & { kind: Kind }, body: string): { ms: number; bytes: number; fields: Fields } {
  const first = bjjcompsystem.read(page, body, context) as BoardReading | BracketReading
  if (first.verdict !== 'whole')
    throw new Error(`the ${page.kind} page is ${first.verdict}: ${JSON.stringify(first.problems)}`)
  const medians = Array.from({ length: rounds }, () =>
    median(Array.from({ length: runs }, () => time(() => bjjcompsystem.read(page, body, context)))),
  )
  return { ms: Math.min(...medians), bytes: Buffer.byteLength(body), fields: fieldsOf(first) }
}

function time(read: () => unknown): number {
  const before = performance.now()
  read()
  return performance.now() - before
}

/** Prints our speed relative to the faster rival's, by the medians of the turns. */
function compare(page: Page & { kind: Kind }, body: string, fields: Fields): void {
  const rivals = { cheerio: readWithCheerio, parse5: readWithParse5 }
  for (const [name, read] of Object.entries(rivals))
    if (!isDeepStrictEqual(read(page.kind, body), fields))
      throw new Error(`${name} reads other fields of the ${page.kind}`)
  const times = { ours: [] as number[], cheerio: [] as number[], parse5: [] as number[] }
  for (let round = 0; round < turns; round++) {
    times.ours.push(time(() => bjjcompsystem.read(page, body, context)))
    times.cheerio.push(time(() => readWithCheerio(page.kind, body)))
    times.parse5.push(time(() => readWithParse5(page.kind, body)))
  }
  const rate = (of: number[]): number => Buffer.byteLength(body) / 1e3 / median(of)
  const best = Math.max(rate(times.cheerio), rate(times.parse5))
  print(`reading a ${page.kind}, by the faster of cheerio and parse5`, rate(times.ours) / best, 'times', { least: 1 })
  console.log(
    `  ours ${rate(times.ours).toFixed(1)} MB/s, cheerio ${rate(times.cheerio).toFixed(1)}, parse5 ${rate(times.parse5).toFixed(1)}; ` +
      `${fields.rows.length} fights and ${fields.athletes.length} athletes alike`,
  )
}

const simulator = await startSimulator({
  seed: 7,
  speed: 0,
  startAt,
  tournaments: [{ id: 3105, firstDay: '2026-09-12', days: 3, mats: 30, categories }],
})
try {
  const home = bjjcompsystem.read({ kind: 'home' }, await bodyOf({ kind: 'home' }), context) as HomeReading
  const day = home.tournaments[0]?.dayId
  if (!day) throw new Error('the simulator lists no day')
  const index: Page = { kind: 'categories', tournament: '3105', gender: 'male' }
  const { categories: listed } = bjjcompsystem.read(index, await bodyOf(index), context) as CategoriesReading
  const light = listed.find(({ weight }) => weight === 'Light')
  if (!light) throw new Error('the simulator lists no category of 64')
  const boardPage = { kind: 'board', tournament: '3105', day, page: 1 } as const
  const bracketPage = { kind: 'bracket', tournament: '3105', category: light.bjjCompSystemId } as const
  const bodies = { board: await bodyOf(boardPage), bracket: await bodyOf(bracketPage) }

  const board = measure(boardPage, bodies.board)
  const megabytes = (board.bytes / 1e6).toFixed(2)
  print(`reading a full day page (${megabytes} MB, ${board.fields.rows.length} fights)`, board.ms, 'ms', { most: 30 })
  print('reading day pages', board.bytes / 1e3 / board.ms, 'MB/s', { least: 40 })
  const bracket = measure(bracketPage, bodies.bracket)
  const kilobytes = (bracket.bytes / 1e3).toFixed(0)
  print(`reading a bracket of 64 (${kilobytes} KB, ${bracket.fields.rows.length} matches)`, bracket.ms, 'ms', {
    most: 15,
  })
  print('reading brackets', bracket.bytes / 1e3 / bracket.ms, 'MB/s', { least: 10 })
  compare(boardPage, bodies.board, board.fields)
  compare(bracketPage, bodies.bracket, bracket.fields)
} finally {
  await simulator.close()
}
