// Days of a hall, drawn from a model. A model is data (models.json); parameters that it does not name are as observed. The seed
// determines the parameters of each event, then its fights. Source of the numbers: measurements of 17 tournaments, 4,221 fights.
import * as z from 'zod/mini'
import { type Random, randomFrom } from '#simulator/tournament/random.ts'
import { type Fight, type HallDay, type Mat, plannedGap, type Truth } from './hall-day.ts'

const Share = z.number().check(z.minimum(0), z.maximum(1))
const Minutes = z.number().check(z.minimum(0), z.maximum(1_440))
/** The smallest and the largest value. */
const range = (values: z.ZodMiniNumber) =>
  z.tuple([values, values]).check(z.refine(([least, most]) => least <= most, 'the first number exceeds the second'))
const Count = z.int().check(z.minimum(1), z.maximum(1_000))
type Range = [least: number, most: number]

/** Durations are minutes. `after`: minutes after the opening of the day; each mat starts its first fight within 12 minutes. */
const Model = z.strictObject({
  name: z.string(),
  /** Actual over planned time of the hall's day, drawn per event, at least 0.1. Observed: 0.91 ± 0.10, 0.79 to 1.08. */
  pace: z.optional(z.strictObject({ mean: z.number().check(z.minimum(0.1), z.maximum(10)), sd: Share })),
  /** At some instant of the day the pace becomes faster or slower by this factor; the geometric mean of the two paces is `pace`. */
  paceSwitch: z.optional(
    z.strictObject({ after: range(Minutes), factor: range(z.number().check(z.minimum(0.1), z.maximum(10))) }),
  ),
  /** Standard deviation of a turnover over its mean, including no-shows and stalls. Observed: 0.5. */
  spread: z.optional(z.number().check(z.minimum(0), z.maximum(3))),
  /** Share of the fights that swap places with a neighbour. Observed: 0.11. */
  swaps: z.optional(Share),
  /** Share of the fights that take at most two minutes. Observed: 0.10 to 0.12. */
  noShows: z.optional(z.number().check(z.minimum(0), z.maximum(0.9))),
  /** A hall-wide stop on this share of the days, 60 to 360 minutes after the opening. Observed: 3 of 19, 20 minutes or more. */
  stops: z.optional(z.strictObject({ share: Share, minutes: range(Minutes) })),
  /** A hall-wide stop on every day. */
  lunch: z.optional(z.strictObject({ after: range(Minutes), minutes: range(Minutes) })),
  brokenMats: z.optional(z.strictObject({ mats: Count, minutes: range(Minutes) })),
  /** Consecutive no-shows on a mat: their share of all fights, and the length of a run. */
  noShowRuns: z.optional(
    z.strictObject({ share: z.number().check(z.minimum(0), z.maximum(0.9)), fights: range(Count) }),
  ),
  /** Blocks of consecutive fights that move to another mat: their share of all fights, and their size. */
  moves: z.optional(z.strictObject({ share: Share, fights: range(Count) })),
  /**
   * Share of the fights of the night-before plan that are cancelled before the day. With 0.05 the plan's mean error is 28
   * minutes, mostly too late, as observed.
   */
  withdrawn: z.optional(z.number().check(z.minimum(0), z.maximum(0.9))),
  mats: z.optional(range(z.int().check(z.minimum(1), z.maximum(100)))),
  fightsPerMat: z.optional(range(z.int().check(z.minimum(1), z.maximum(300)))),
  /**
   * Goals at 60 minutes: our median error divided by that of the chain (hall-day.ts), the share of windows that contain the start,
   * and the share that begin after it.
   */
  goals: z.optional(
    z.strictObject({ chain: z.optional(z.number()), held: z.optional(Share), before: z.optional(Share) }),
  ),
})
export type Model = z.infer<typeof Model>

/**
 * The models in a JSON text.
 * @throws Error that names each value that cannot be right and each unknown name, or says that the text is not JSON.
 */
export function readModels(json: string): Model[] {
  const read = z.array(Model).check(z.minLength(1)).safeParse(JSON.parse(json), { error: z.locales.en().localeError })
  if (!read.success) throw new Error(z.prettifyError(read.error))
  return read.data
}

/** Mean minutes from start to start by nominal length, as observed at a pace of `observedPace`. */
const observedTurnover: Record<number, number> = { 2: 5.5, 3: 5.5, 4: 5.5, 5: 7.2, 6: 7.2, 7: 7.2, 8: 9.8, 10: 11.5 }
/** The table's mean over the mean of length + 2 minutes, weighted like the observed fights. */
const observedPace = 0.96
/** Observed shares of the lengths. */
const lengths: [length: number, share: number][] = [
  [3, 0.06],
  [4, 0.17],
  [5, 0.42],
  [6, 0.2],
  [7, 0.07],
  [8, 0.03],
  [10, 0.05],
]
/**
 * The share of turnovers that are stalls, and the time that a stall adds, in units of the mean turnover; with these, 4 % of the
 * turnovers exceed 15 minutes.
 */
const stalls = { share: 0.02, longer: [0.8, 2.4] as Range }
const noShowMinutes: Range = [0.5, 2]

const within = (random: Random, [least, most]: Range): number => least + (most - least) * random.next()
const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())

/** A gamma variable with mean 1 (Marsaglia and Tsang); `shape` is at least 1. */
function gamma(random: Random, shape: number): number {
  const d = shape - 1 / 3
  for (;;) {
    const x = normal(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random.next()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return (d * v) / shape
  }
}

/** The parameters of one event, drawn from its model. */
type Drawn = {
  random: Random
  model: Model
  opensAt: number
  truth: Truth
  /** The ids of the fights in runs of no-shows. */
  inRuns: Set<number>
  noShows: number
  /** The turnovers that are neither no-shows nor stalls: their mean in units of the mean turnover, and their gamma shape. */
  usual: { mean: number; shape: number }
}

/** Mean and shape of the ordinary turnovers, chosen so that all turnovers together have mean 1 and the model's spread. */
function usualTurnover(noShows: number, spread: number): Drawn['usual'] {
  const stall = 1 + (stalls.longer[0] + stalls.longer[1]) / 2
  const noShow = 1.25 / 7.2
  const share = 1 - noShows - stalls.share
  const mean = (1 - noShows * noShow - stalls.share * stall) / share
  const square = (1 + spread ** 2 - noShows * noShow ** 2 - stalls.share * stall ** 2) / share
  return { mean, shape: Math.min(200, Math.max(1, mean ** 2 / Math.max(0.005, square - mean ** 2))) }
}

function draw(model: Model, seed: number | string): Drawn {
  const random = randomFrom('honest-time', model.name, seed)
  const { pace = { mean: 0.91, sd: 0.1 }, stops = { share: 3 / 19, minutes: [20, 35] }, spread = 0.5 } = model
  const opensAt = 540 + random.int(0, 40)
  const mean = Math.max(0.1, pace.mean + pace.sd * Math.max(-2, Math.min(2, normal(random))))
  const factor = model.paceSwitch
    ? Math.sqrt(within(random, model.paceSwitch.factor)) ** (random.chance(0.5) ? 1 : -1)
    : 1
  const switchAt = model.paceSwitch ? opensAt + within(random, model.paceSwitch.after) : Infinity
  const paceAt = (at: number): number => (at < switchAt ? mean / factor : mean * factor)
  const hallStops: Truth['stops'] = [
    ...(random.chance(stops.share) ? [{ after: [60, 360] as Range, minutes: stops.minutes }] : []),
    ...(model.lunch ? [model.lunch] : []),
  ].map(({ after, minutes }) => {
    const from = opensAt + within(random, after)
    return { from, to: from + within(random, minutes) }
  })
  const noShows = model.noShows ?? 0.1
  const usual = usualTurnover(noShows, spread)
  const meanOf = (length: number | null): number => observedTurnover[length ?? 5] ?? plannedGap(length) * observedPace
  const inRuns = new Set<number>()
  const turnoverOf = ({ id, length }: Fight, at: number): number =>
    inRuns.has(id) ? (noShowMinutes[0] + noShowMinutes[1]) / 2 : (meanOf(length) * paceAt(at)) / observedPace
  return { random, model, opensAt, truth: { turnoverOf, stops: hallStops }, inRuns, noShows, usual }
}

/** The fights of a mat in their planned order: blocks of divisions, each with one length. */
function fightsOf(random: Random, firstId: number, count: number): Fight[] {
  const fights: Fight[] = []
  while (fights.length < count) {
    let left = random.next()
    const [length] = lengths.find(([, share]) => (left -= share) < 0) ?? [5]
    const block = random.int(2, 12)
    for (let index = 0; index < block && fights.length < count; index++)
      fights.push({ id: firstId + fights.length, length, start: Infinity, isScored: true })
  }
  return fights
}

/** Draws the runs of no-shows among the fights of a mat. */
function drawRuns({ random, model, inRuns }: Drawn, fights: readonly Fight[]): void {
  if (!model.noShowRuns) return
  const { share, fights: size } = model.noShowRuns
  // The probability that a run begins at a fight, so that the runs have the given share.
  const probability = share / ((1 - share) * ((size[0] + size[1]) / 2))
  for (let index = 0; index < fights.length; index++) {
    if (!random.chance(probability)) continue
    const end = index + random.int(...size)
    for (; index < end && index < fights.length; index++) inRuns.add((fights[index] as Fight).id)
  }
}

/** Minutes from the start of this fight to the next start on its mat, without stops. */
function turnover({ random, truth, inRuns, noShows, usual }: Drawn, fight: Fight): number {
  if (inRuns.has(fight.id) || random.chance(noShows)) return within(random, noShowMinutes)
  const mean = truth.turnoverOf(fight, fight.start)
  if (random.chance(stalls.share / (1 - noShows))) return mean * (1 + within(random, stalls.longer))
  return mean * usual.mean * gamma(random, usual.shape)
}

/** If an instant is within a stop, the end of the stop plus some minutes until the mat is ready; otherwise the instant. */
function afterStops(random: Random, stops: Truth['stops'], at: number): number {
  const stop = stops.find(({ from, to }) => at >= from && at < to)
  return stop ? stop.to + within(random, [0, 4]) : at
}

/** Moves a block of pending fights of a random mat to the same place in another mat's queue, or to its end. */
function moveBlock(random: Random, mats: readonly Mat[], size: Range, at: number): void {
  const [from, to] = random.shuffle(mats)
  const source = from?.queues.at(-1)?.pending ?? []
  const target = to?.queues.at(-1)?.pending ?? []
  const first = random.int(2, Math.max(2, source.length - 1))
  const block = source.slice(first, first + random.int(...size))
  if (!from || !to || block.length === 0 || target.length === 0) return
  from.queues.push({ from: at, pending: source.filter((fight) => !block.includes(fight)) })
  to.queues.push({ from: at, pending: target.toSpliced(first, 0, ...block) })
}

/** The mats with their fights in the planned order, and the night-before plan, in minutes of the day by fight. */
function planDay(drawn: Drawn): { mats: Mat[]; plan: Map<number, number> } {
  const { random, model, opensAt } = drawn
  const { mats: count = [5, 12], fightsPerMat = [35, 70], withdrawn = 0.05 } = model
  const mats: Mat[] = []
  const plan = new Map<number, number>()
  for (let left = random.int(...count); left > 0; left--) {
    const fights = fightsOf(random, plan.size, random.int(...fightsPerMat))
    drawRuns(drawn, fights)
    let time = opensAt
    for (const fight of fights) {
      plan.set(fight.id, Math.floor(time))
      time += plannedGap(fight.length) / (1 - withdrawn)
    }
    mats.push({ queues: [{ from: -Infinity, pending: fights }], started: [] })
  }
  return { mats, plan }
}

/** The stops of each mat: those of the hall, and its own if it breaks. */
function stopsByMat({ random, model, opensAt, truth }: Drawn, mats: readonly Mat[]): Map<Mat, Truth['stops']> {
  const stops = new Map(mats.map((mat) => [mat, truth.stops]))
  if (!model.brokenMats) return stops
  for (const mat of random.shuffle(mats).slice(0, model.brokenMats.mats)) {
    const from = opensAt + within(random, [40, 300])
    stops.set(mat, [...truth.stops, { from, to: from + within(random, model.brokenMats.minutes) }])
  }
  return stops
}

/** One day of a hall. The same model and seed give the same day. */
export function simulateDay(model: Model, seed: number | string): HallDay {
  const drawn = draw(model, seed)
  const { random, opensAt, truth } = drawn
  const { mats, plan } = planDay(drawn)
  const stops = stopsByMat(drawn, mats)
  const { moves, swaps = 0.11 } = model
  const moveChance = moves ? moves.share / ((moves.fights[0] + moves.fights[1]) / 2) : 0
  /** When each mat that still has fights starts its next one. */
  const due = new Map(mats.map((mat) => [mat, opensAt + within(random, [0, 12])]))
  while (due.size > 0) {
    const [mat, at] = [...due].reduce((first, other) => (other[1] < first[1] ? other : first))
    const pending = mat.queues.at(-1)?.pending ?? []
    // Half the rate, because a swap moves two fights.
    const fight = (pending.length > 1 && random.chance(swaps / 2) ? pending[1] : pending[0]) as Fight
    fight.start = at
    mat.started.push(fight)
    const rest = pending.filter((other) => other !== fight)
    mat.queues.push({ from: at, pending: rest })
    if (rest.length === 0) due.delete(mat)
    else due.set(mat, afterStops(random, stops.get(mat) ?? [], at + turnover(drawn, fight)))
    if (moves && random.chance(moveChance)) moveBlock(random, [...due.keys()], moves.fights, at)
  }
  return { event: `${model.name} ${seed}`, mats, plan, truth }
}
