// The users who get alerts, in memory: about which athletes, and about which steps. Kept by user, so that a change of one user's
// follows needs that user's rows only (docs/decisions/058).
import type { Followers, Recipient, StepChoices, Store } from '#store'
import type { StepPreferences } from '#domain/steps.ts'

/** The number of users whose follows one statement reads. */
const usersAtOnce = 500

export class AlertRecipients {
  /** By user id: the ids of the tournaments with followed athletes. */
  private readonly tournamentsOf = new Map<number, number[]>()
  /** By tournament id and user id: the ids of the followed athletes. */
  private readonly athletesOf = new Map<number, Map<number, number[]>>()
  private readonly chosenSteps = new Map<number, StepPreferences>()
  /** By tournament id, made from `athletesOf` on demand. */
  private readonly byAthlete = new Map<number, Followers>()

  /** The users who have chosen other steps than the default ones. */
  get steps(): StepChoices {
    return this.chosenSteps
  }

  tournamentIds(): number[] {
    return [...this.athletesOf.keys()]
  }

  hasTournament(id: number): boolean {
    return this.athletesOf.has(id)
  }

  /** The followers of the tournament's athletes; undefined without any. */
  followers(tournamentId: number): Followers | undefined {
    const known = this.byAthlete.get(tournamentId)
    const users = this.athletesOf.get(tournamentId)
    if (known || !users) return known
    const followers = new Map<number, number[]>()
    for (const [userId, athleteIds] of users)
      for (const id of athleteIds) {
        const others = followers.get(id)
        if (others) others.push(userId)
        else followers.set(id, [userId])
      }
    // In the order of ids, which is the order of athletes in an alert.
    const inOrder = new Map([...followers].toSorted(([a], [b]) => a - b))
    this.byAthlete.set(tournamentId, inOrder)
    return inOrder
  }

  /** Replaces what is known about these users: `recipients` are those of them who have a device. Returns the tournaments concerned. */
  replace(userIds: Iterable<number>, recipients: readonly Recipient[]): Set<number> {
    const concerned = new Set<number>()
    for (const userId of userIds) {
      for (const id of this.tournamentsOf.get(userId) ?? []) {
        concerned.add(id)
        const users = this.athletesOf.get(id)
        users?.delete(userId)
        if (users?.size === 0) this.athletesOf.delete(id)
      }
      this.tournamentsOf.delete(userId)
      this.chosenSteps.delete(userId)
    }
    for (const { userId, athletes, steps } of recipients) {
      if (steps) this.chosenSteps.set(userId, steps)
      const byTournament = Map.groupBy(athletes, ({ tournamentId }) => tournamentId)
      this.tournamentsOf.set(userId, [...byTournament.keys()])
      for (const [id, followed] of byTournament) {
        concerned.add(id)
        const users = this.athletesOf.get(id) ?? new Map<number, number[]>()
        this.athletesOf.set(
          id,
          users.set(
            userId,
            followed.map((athlete) => athlete.id),
          ),
        )
      }
    }
    for (const id of concerned) this.byAthlete.delete(id)
    return concerned
  }

  /** Replaces what is known about the users with ids above `after`, up to `last`. Returns the tournaments concerned. */
  replaceBetween(after: number, last: number, recipients: readonly Recipient[]): Set<number> {
    const known = [...this.tournamentsOf.keys()].filter((id) => id > after && id <= last)
    return this.replace(new Set([...known, ...recipients.map(({ userId }) => userId)]), recipients)
  }
}

/** Reads the recipients; `onRead` gets the tournaments concerned. The reads must not overlap. */
export function createRecipientReader(
  delivery: Pick<Store['push']['delivery'], 'recipientsAfter' | 'recipientsAmong'>,
  onRead: (tournamentIds: ReadonlySet<number>) => void,
) {
  const recipients = new AlertRecipients()
  /** The users whose rows changed since they were read. */
  const changedUsers = new Set<number>()
  /** The last user of the repeated reading, in the order of ids; null before all users were read once. */
  let lastRead: number | null = null
  let isStopped = false

  /** Reads the next users; returns the last one, 0 after all users. */
  async function readNext(after: number): Promise<number> {
    const found = await delivery.recipientsAfter(after, usersAtOnce)
    const last = found.length < usersAtOnce ? 0 : (found.at(-1)?.userId ?? 0)
    onRead(recipients.replaceBetween(after, last || Infinity, found))
    return last
  }

  async function readAll(): Promise<void> {
    lastRead = null
    changedUsers.clear()
    let last = await readNext(0)
    while (last > 0 && !isStopped) last = await readNext(last)
    lastRead = last
  }

  async function readChanged(): Promise<void> {
    while (changedUsers.size > 0 && !isStopped) {
      const users = [...changedUsers].slice(0, usersAtOnce)
      // Removed before the query, so that a change during the query is read afterwards.
      for (const id of users) changedUsers.delete(id)
      try {
        onRead(recipients.replace(users, await delivery.recipientsAmong(users)))
      } catch (error) {
        for (const id of users) changedUsers.add(id)
        throw error
      }
    }
  }

  return {
    recipients,
    /** Call it after a change of what a user is alerted to; `readChanged` then reads it. */
    noteChange: (userId: number): void => void changedUsers.add(userId),
    readAll,
    /** Reads the users whose rows changed. */
    readChanged,
    /** Reads the users whose rows changed, and the next ones of all users; all, if no reading of all has succeeded yet. */
    async readAgain(): Promise<void> {
      await readChanged()
      if (lastRead === null) await readAll()
      else lastRead = await readNext(lastRead)
    },
    stop: (): void => void (isStopped = true),
  }
}
