import type { Category, Day, Entrant, Tournament } from './model.ts'
import { drawPace, drawPauses } from './hall-day.ts'
import { matchLength } from './match-length.ts'
import { dayIdOf, type CategoryPlan, type TournamentPlan } from './plan.ts'
import { randomFrom } from './random.ts'
import { firstLocalId, Roster } from './roster.ts'
import { scheduleFights } from './schedule.ts'
import { buildTree, type TreeChoices } from './tree.ts'
import { divisionText, isOpenClass } from './vocabulary.ts'
import { addDays, instantOf, offsetAt } from './venue-time.ts'

/** The number of category ids that each tournament has for itself. */
const categoryIdsPerTournament = 2_000

/**
 * Creates a tournament from its plan, in its state before anything has happened. The same plan and seed give the same tournament.
 */
export function createTournament(plan: TournamentPlan, seed: number): Tournament {
  const tournament: Tournament = {
    plan,
    seed,
    days: [],
    categories: [],
    athletes: new Map(),
    nextLocalNumber: 0,
    teams: new Map(),
    now: -Infinity,
    version: 1,
    rosterVersion: 1,
    published: {},
  }
  tournament.days = Array.from({ length: plan.days }, (_, index) => createDay(tournament, index))
  const sizes = plan.categories.map((category) => category.athletes)
  const roster = new Roster(
    tournament,
    sizes.reduce((sum, size) => sum + size, 0),
    Math.max(...sizes, 1),
  )
  const planned = plan.categories.map((category, index) => ({
    plan: category,
    category: createCategory(tournament, category, index),
  }))
  // Open classes come last, because their athletes come from the weight divisions.
  for (const isOpen of [false, true]) {
    for (const entry of planned) {
      if (isOpenClass(entry.plan) !== isOpen) continue
      tournament.categories.push(entry.category)
      if (entry.plan.appearsAt !== undefined && plan.openClass === 'medallists') continue
      roster.enter(entry.category, entry.plan)
      drawCategory(tournament, entry.category, entry.plan.specialResult === 'close-out')
    }
  }
  scheduleFights(tournament, planned)
  for (const { category, plan: categoryPlan } of planned) {
    if (categoryPlan.appearsAt !== undefined) {
      category.appearsAt = instantOf(plan.timezone, category.day.date, categoryPlan.appearsAt)
    }
  }
  return tournament
}

function createDay(tournament: Tournament, index: number): Day {
  const { plan, seed } = tournament
  const date = addDays(plan.firstDay, index)
  const opensAt = instantOf(plan.timezone, date, plan.opensAt)
  const day: Day = {
    index,
    id: dayIdOf(plan, index),
    date,
    opensAt,
    offset: offsetAt(plan.timezone, opensAt),
    pace: drawPace(plan.hall, randomFrom(seed, plan.id, 'pace', index)),
    boards: [],
  }
  day.boards = drawPauses(plan.hall, randomFrom(seed, plan.id, 'pauses', index), plan.mats).map((pauses, matIndex) => ({
    day,
    mat: plan.firstMat + matIndex,
    queue: [],
    running: [],
    started: [],
    lastNumber: 0,
    isScheduled: false,
    pauses,
    noShowsLeft: 0,
  }))
  return day
}

function createCategory(tournament: Tournament, plan: CategoryPlan, index: number): Category {
  const { age, gender, belt, weight } = plan
  return {
    id: plan.id ?? tournament.plan.id * categoryIdsPerTournament + index + 1,
    division: { age, gender, belt, weight },
    length: matchLength({ age, belt }),
    appearsAt: -Infinity,
    day: tournament.days[0] as Day,
    entrants: [],
    size: 2,
    matches: [],
    swaps: [],
    isRanked: randomFrom(tournament.seed, tournament.plan.id, 'ranked', index).chance(0.93),
    ...(plan.specialResult && { specialResult: plan.specialResult }),
  }
}

/** Adds a category during the event and draws it without swaps; the caller assigns mats to its fights. */
export function addCategory(tournament: Tournament, plan: CategoryPlan): Category {
  const category = createCategory(tournament, plan, tournament.categories.length)
  category.appearsAt = tournament.now
  category.day = tournament.days[(plan.day ?? 0) - 1] ?? currentDay(tournament)
  new Roster(tournament, tournament.athletes.size, plan.athletes).enter(category, plan)
  drawCategory(tournament, category, true)
  tournament.categories.push(category)
  return category
}

/**
 * Enters medallists into an open class whose time has come, and draws it; the caller assigns mats to its fights. Returns false,
 * without a change, while fewer than two athletes have a medal.
 */
export function enterMedallists(tournament: Tournament, category: Category): boolean {
  const division = divisionText(category.division)
  const plan = tournament.plan.categories.find((planned) => divisionText(planned) === division)
  const roster = new Roster(tournament, tournament.athletes.size, category.size)
  if (!plan || !roster.enterMedallists(category, plan)) return false
  drawCategory(tournament, category, true)
  return true
}

/** The last day that has opened, or the first one. */
function currentDay(tournament: Tournament): Day {
  return (tournament.days.findLast((day) => day.opensAt <= tournament.now) ?? tournament.days[0]) as Day
}

function drawCategory(tournament: Tournament, category: Category, keepsOrder: boolean): void {
  const { seed, plan } = tournament
  const random = randomFrom(seed, plan.id, 'draw', category.id)
  const chanceOf = (probability: number): boolean => random.chance(probability * plan.oddities)
  let slotId = firstLocalId(plan.id) + (category.id % categoryIdsPerTournament) * 130
  const hidden = ['when', 'where', 'both'] as const
  const choices: TreeChoices = {
    lowerFirst: !chanceOf(0.15),
    nextSlotId: () => slotId++,
    isStale: () => chanceOf(0.3),
    hides: () => (chanceOf(0.012) ? random.pick(hidden) : 'nothing'),
  }
  const positions = new Map(category.entrants.map((entrant) => [entrant.seed, entrant]))
  if (!keepsOrder) separateTeamMates(category, positions)
  buildTree(category, positions, choices)
}

/**
 * Swaps the lower seeded of two team-mates in the same half with the athlete of the next higher seed. That athlete can be in the
 * same half, too.
 */
function separateTeamMates(category: Category, positions: Map<number, Entrant>): void {
  const { entrants } = category
  if (entrants.length < 5) return
  // An approximation of the draw's halves, good enough for swaps like those of real pages.
  const half = (seed: number): number => (seed % 4 === 0 || seed % 4 === 1 ? 0 : 1)
  for (const entrant of entrants) {
    const mate = entrants.find((other) => other.seed < entrant.seed && other.athlete.team === entrant.athlete.team)
    const to = entrants[entrant.seed - 2]
    if (!mate || !to || to === mate || half(mate.seed) !== half(entrant.seed)) continue
    const positionOf = (wanted: Entrant): number => [...positions].find(([, other]) => other === wanted)?.[0] ?? 0
    const [from, target] = [positionOf(entrant), positionOf(to)]
    positions.set(target, entrant)
    positions.set(from, to)
    category.swaps.push({ moved: entrant, to })
  }
}
