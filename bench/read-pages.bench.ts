// How fast pages are read: an order-of-fights page of a World Championship's weight (1.2 MB, most of it the search
// widgets with the whole roster) and a bracket of 64, both as the simulator serves them.
import type { Page } from '#domain/page.ts'
import type { CategoriesReading, HomeReading, Reading } from '#domain/reading.ts'
import { bjjcompsystem } from '#sources'
import { startSimulator } from '../simulator/index.ts'

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

/** 480 categories, 8,400 athletes, 30 mats: a first board page of about 1.2 MB. */
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
/** The best of a few medians: the figure is the reader's, not that of whatever else the machine does meanwhile. */
const rounds = 16
const runs = 8

const bodyOf = async (page: Page): Promise<string> => (await fetch(simulator.url + bjjcompsystem.address(page))).text()

/** Reads a page again and again; the time in ms, and how much text that is. */
function measure(page: Page, body: string): { ms: number; bytes: number; rows: number } {
  const first = bjjcompsystem.read(page, body, context)
  if (first.verdict !== 'whole')
    throw new Error(`the ${page.kind} page is ${first.verdict}: ${JSON.stringify(first.problems)}`)
  const medians = Array.from({ length: rounds }, () => {
    const times = Array.from({ length: runs }, () => {
      const before = performance.now()
      bjjcompsystem.read(page, body, context)
      return performance.now() - before
    })
    return times.toSorted((a, b) => a - b)[runs / 2] ?? Infinity
  })
  return { ms: Math.min(...medians), bytes: Buffer.byteLength(body), rows: countRows(first) }
}

const countRows = (reading: Reading): number =>
  'mats' in reading
    ? reading.mats.flatMap(({ cards }) => cards).length
    : 'matches' in reading
      ? reading.matches.length
      : 0

let short = 0

/** Prints a figure against its goal; `least` for figures that should be large. */
function report(name: string, figure: number, unit: string, goal: number, least = false): void {
  const isOk = least ? figure >= goal : figure <= goal
  if (!isOk) short++
  console.log(`${name}: ${figure.toFixed(1)} ${unit} (goal ${least ? '>=' : '<='} ${goal}) ${isOk ? 'ok' : 'short'}`)
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
  const boardPage: Page = { kind: 'board', tournament: '3105', day, page: 1 }
  const bracketPage: Page = { kind: 'bracket', tournament: '3105', category: light.bjjCompSystemId }
  const bodies = { board: await bodyOf(boardPage), bracket: await bodyOf(bracketPage) }

  const board = measure(boardPage, bodies.board)
  report(`reading a full day page (${(board.bytes / 1e6).toFixed(2)} MB, ${board.rows} fights)`, board.ms, 'ms', 30)
  report('reading day pages', board.bytes / 1e3 / board.ms, 'MB/s', 40, true)
  const bracket = measure(bracketPage, bodies.bracket)
  report(
    `reading a bracket of 64 (${(bracket.bytes / 1e3).toFixed(0)} KB, ${bracket.rows} matches)`,
    bracket.ms,
    'ms',
    15,
  )
  report('reading brackets', bracket.bytes / 1e3 / bracket.ms, 'MB/s', 10, true)
} finally {
  await simulator.close()
}
process.exitCode = short === 0 ? 0 : 1
