import { assignTeams, nameOfTeam, observedTeam, teamMatesPerCategory } from './clubs.ts'
import { isOver, type Athlete, type Category, type Entrant, type Team, type Tournament } from './model.ts'
import type { CategoryPlan } from './plan.ts'
import { athleteName } from './people.ts'
import { placementsOf } from './placements.ts'
import { randomFrom, type Random } from './random.ts'
import { divisionRank, isOpenClass, type Division } from './vocabulary.ts'

/** Athletes who enter several tournaments: the same id in all tournaments of a seed, and, as a rule, the same name and team. */
const regularIds = { first: 200_000, perDivision: 24, share: 0.12, teams: 40, shareOfObserved: 0.4 }
/** Ids of all other athletes: one range per tournament. */
const localIds = { first: 10_000_000, perTournament: 12_000 }
const firstTeamId = 611

/** The first id of a tournament's own athletes. The numbers of placeholders (`slotId`) are counted from there, too. */
export function firstLocalId(tournamentId: number): number {
  return localIds.first + (tournamentId % 5000) * localIds.perTournament
}

/** Creates the athletes and teams of one tournament. */
export class Roster {
  private readonly tournament: Tournament
  private readonly teamCount: number
  /** By category, the indexes of the teams whose athletes enter it. */
  private readonly teams: ReadonlyMap<CategoryPlan, number[]>

  /**
   * `expectedEntries` and `largestCategory` determine the number of teams for the new athletes to whom the plan assigns no team.
   */
  constructor(tournament: Tournament, expectedEntries: number, largestCategory: number) {
    const { athletes, plan, seed } = tournament
    this.tournament = tournament
    this.teamCount = Math.max(4 + largestCategory, Math.round(expectedEntries / 8))
    this.teams = athletes.size === 0 ? assignTeams(plan, seed) : new Map()
  }

  /**
   * Enters athletes into a category: first the plan's regulars and members, then athletes of the weight divisions (into an open
   * class) or of the assigned teams (into another category), then new ones.
   */
  enter(category: Category, plan: CategoryPlan): void {
    const { seed, plan: event, athletes } = this.tournament
    const random = randomFrom(seed, event.id, 'entrants', category.id)
    const mates = new Map<Team, number>()
    const isFull = (team: Team): boolean => (mates.get(team) ?? 0) >= teamMatesPerCategory
    const known = isOpenClass(plan) ? random.shuffle(this.openClassCandidates(plan)) : []
    known.push(...(plan.members ?? []).flatMap((id) => athletes.get(id) ?? []))
    for (const number of plan.regulars?.toReversed() ?? []) known.push(this.regular(regularId(plan, number), plan))
    const teams = [...(this.teams.get(plan) ?? [])]
    const chosen = new Set<Athlete>()
    while (chosen.size < plan.athletes) {
      const teamIndex = known.length === 0 ? teams.pop() : undefined
      const athlete =
        teamIndex === undefined
          ? (known.pop() ?? this.newcomer(plan, random, isFull))
          : this.memberOf(teamIndex, plan, random)
      if (chosen.has(athlete) || isFull(athlete.team)) continue
      mates.set(athlete.team, (mates.get(athlete.team) ?? 0) + 1)
      chosen.add(athlete)
    }
    const [first, second] = chosen
    if (plan.specialResult === 'close-out' && first && second) second.team = first.team
    category.entrants = [...chosen].map((athlete, index) => this.entrant(athlete, category, index, random))
  }

  /**
   * Enters medallists of the weight divisions into an open class, at most as many as planned. Returns false, without a change, if
   * there are fewer than two.
   */
  enterMedallists(category: Category, plan: CategoryPlan): boolean {
    const hasMedal = (athlete: Athlete): boolean =>
      athlete.entries.some(
        (entered) =>
          isOver(this.tournament, entered) && placementsOf(entered).some(({ entrant }) => entrant.athlete === athlete),
      )
    const medallists = Map.groupBy(this.openClassCandidates(plan).filter(hasMedal), ({ team }) => team)
    const members = [...medallists.values()].flatMap((mates) => mates.slice(0, teamMatesPerCategory))
    if (members.length < 2) return false
    this.enter(category, {
      ...plan,
      athletes: Math.min(plan.athletes, members.length),
      members: members.map(({ id }) => id),
    })
    return true
  }

  /** A new athlete of the team with this name. If there is no such team, of one that is not full in the category, if possible. */
  lateEntrant({ division, entrants }: Category, teamName: string | undefined): Athlete {
    const { seed, plan, teams, nextLocalNumber } = this.tournament
    const random = randomFrom(seed, plan.id, 'late entrant', nextLocalNumber)
    const isFull = (team: Team): boolean =>
      entrants.filter(({ athlete }) => athlete.team === team).length >= teamMatesPerCategory
    const named = [...teams.values()].find(({ name }) => name === teamName)
    const team = named ?? random.shuffle([...this.tournament.athletes.values()]).find((one) => !isFull(one.team))?.team
    return this.makeAthlete(this.takeLocalId(), division, team ?? this.team(0))
  }

  /** The team with this index in the list of all teams; it is created on first use. */
  team(teamIndex: number): Team {
    const id = firstTeamId + teamIndex
    const known = this.tournament.teams.get(id)
    if (known) return known
    const team = { id, name: nameOfTeam(this.tournament.plan, teamIndex) }
    this.tournament.teams.set(id, team)
    return team
  }

  private entrant(athlete: Athlete, category: Category, index: number, random: Random): Entrant {
    if (!athlete.entries.includes(category)) athlete.entries.push(category)
    const mostPoints = category.division.belt === 'WHITE' ? 0 : Math.max(0, 90 - index * 7)
    return { athlete, seed: index + 1, points: mostPoints === 0 ? 0 : random.int(mostPoints >> 1, mostPoints) }
  }

  private openClassCandidates(division: Division): Athlete[] {
    return this.tournament.categories
      .filter(
        ({ division: other }) =>
          other.age === division.age &&
          other.gender === division.gender &&
          other.belt === division.belt &&
          !isOpenClass(other),
      )
      .flatMap((category) => category.entrants.map((entrant) => entrant.athlete))
  }

  private newcomer(division: Division, random: Random, isFull: (team: Team) => boolean): Athlete {
    const { plan } = this.tournament
    if (plan.oddities > 0 && random.chance(regularIds.share)) {
      const id = regularId(division, random.int(0, regularIds.perDivision - 1))
      if (!isFull(this.teamOfRegular(id))) return this.regular(id, division)
    }
    let teamIndex = Math.floor(random.next() ** 2 * this.teamCount)
    while (isFull(this.team(teamIndex))) teamIndex = (teamIndex + 1) % this.teamCount
    return this.makeAthlete(this.takeLocalId(), division, this.team(teamIndex))
  }

  /** A new athlete of the team with this index; occasionally one who enters several tournaments. */
  private memberOf(teamIndex: number, division: Division, random: Random): Athlete {
    const { seed, plan, athletes } = this.tournament
    const team = this.team(teamIndex)
    if (plan.teams === 'observed' && plan.oddities > 0 && random.chance(regularIds.shareOfObserved)) {
      const regular = regularsOf(division).find(
        (id) => observedTeam(randomFrom(seed, 'team', id)) === teamIndex && !athletes.has(id),
      )
      if (regular !== undefined) return this.makeAthlete(regular, division, team)
    }
    return this.makeAthlete(this.takeLocalId(), division, team)
  }

  private takeLocalId(): number {
    return firstLocalId(this.tournament.plan.id) + this.tournament.nextLocalNumber++
  }

  private makeAthlete(id: number, { gender }: Division, team: Team): Athlete {
    const name = this.namesake() ?? athleteName(this.tournament.seed, id, gender)
    const athlete: Athlete = { id, name, gender, team, entries: [] }
    this.tournament.athletes.set(id, athlete)
    return athlete
  }

  private regular(id: number, division: Division): Athlete {
    return this.tournament.athletes.get(id) ?? this.makeAthlete(id, division, this.teamOfRegular(id))
  }

  private teamOfRegular(id: number): Team {
    return this.team(randomFrom(this.tournament.seed, 'team', id).int(0, regularIds.teams - 1))
  }

  /** For every two-hundredth athlete the name of another athlete; otherwise undefined. */
  private namesake(): string | undefined {
    const { athletes, plan } = this.tournament
    if (plan.oddities === 0 || athletes.size % 200 !== 20) return undefined
    return [...athletes.values()].at(-7)?.name
  }
}

/** The id of a regular of a division, by a number below `perDivision`. */
function regularId(division: Division, number: number): number {
  const slot = divisionRank(division) * 2 + (division.gender === 'Male' ? 0 : 1)
  return regularIds.first + slot * regularIds.perDivision + number
}

/** The ids of a division's athletes who enter several tournaments. */
const regularsOf = (division: Division): number[] =>
  Array.from({ length: regularIds.perDivision }, (_, number) => regularId(division, number))
