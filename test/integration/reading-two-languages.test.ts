// Both languages of the simulated site must give the same readings. The event starts in December and ends in January, at a venue
// whose mats are renumbered, with all oddities.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from '#domain/page.ts'
import type { BoardReading, CategoriesReading, HomeReading, Reading } from '#domain/reading.ts'
import { bjjcompsystem } from '#sources'
import { type Simulator, startSimulator } from '#simulator/index.ts'

const tournament = '2674'
const categories = ['Adult', 'Teen 2'].flatMap((age) =>
  (['BLUE', 'YELLOW-GREY'] as const).flatMap((belt) =>
    (['Male', 'Female'] as const).flatMap((gender) =>
      (['Rooster', 'Light Feather', 'Open Class'] as const).map((weight, index) => ({
        age,
        gender,
        belt,
        weight,
        athletes: [3, 11, age === 'Adult' ? 40 : 1][index] ?? 5,
      })),
    ),
  ),
)

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({
    seed: 11,
    speed: 0,
    startAt: Date.parse('2026-12-31T18:30:00Z'),
    tournaments: [{ id: Number(tournament), firstDay: '2026-12-30', days: 4, mats: 9, oddities: 1, categories }],
  })
})
afterAll(() => simulator.close())

async function read(page: Page, language: 'en' | 'pt'): Promise<Reading> {
  const address = bjjcompsystem.address(page).replace('locale=en', `locale=${language}`)
  const body = await (await fetch(simulator.url + address)).text()
  return bjjcompsystem.read(page, body, {
    today: '2026-12-31',
    startsOn: '2026-12-30',
    endsOn: '2027-01-02',
    origin: simulator.url,
  })
}

it('The home page and the pages of a tournament are read completely, with the same content in English and Portuguese', async () => {
  const { tournaments } = (await read({ kind: 'home' }, 'en')) as HomeReading
  const day = tournaments.find(({ bjjCompSystemId }) => bjjCompSystemId === tournament)?.dayId ?? ''
  const board = (await read({ kind: 'board', tournament, day, page: 1 }, 'en')) as BoardReading
  expect(board.days.map(({ date }) => date)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
  expect(board.mats.map(({ mat }) => mat)).toEqual([47, 48, 49, 50])
  const index = (await read({ kind: 'categories', tournament, gender: 'male' }, 'en')) as CategoriesReading
  const pages: Page[] = [
    { kind: 'home' },
    { kind: 'categories', tournament, gender: 'male' },
    { kind: 'categories', tournament, gender: 'female' },
    { kind: 'schedule', tournament },
    { kind: 'singles', tournament },
    ...board.days.flatMap(({ bjjCompSystemId }) =>
      [1, 2, 3].map((page) => ({ kind: 'board', tournament, day: bjjCompSystemId, page }) as const),
    ),
    ...index.categories.map(
      ({ bjjCompSystemId }) => ({ kind: 'bracket', tournament, category: bjjCompSystemId }) as const,
    ),
    ...(board.athletes ?? [])
      .slice(0, 20)
      .map(({ bjjCompSystemId }) => ({ kind: 'competitor', tournament, competitor: bjjCompSystemId }) as const),
    ...(board.clubs ?? [])
      .slice(0, 5)
      .map(({ bjjCompSystemId }) => ({ kind: 'club', tournament, club: bjjCompSystemId }) as const),
  ]
  expect(pages.length).toBeGreaterThan(45)
  for (const page of pages) {
    const english = await read(page, 'en')
    expect(english).toMatchObject({ verdict: 'whole', language: 'en', problems: [] })
    expect(await read(page, 'pt')).toEqual({ ...english, language: 'pt' })
  }
})
