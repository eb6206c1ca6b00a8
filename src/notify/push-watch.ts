// Checks tournaments for news that must be alerted: after each change, and every 15 seconds, because a match comes near as time
// passes. The store queues the alerts and guarantees that each is queued once.
import type { Counter } from 'prom-client'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Delivered, Held, Store } from '#store'
import { shareVenue, type Tournament } from '#domain/tournament.ts'
import { type AlertRecipients, createRecipientReader } from './alert-recipients.ts'
import { type AlertedTournament, planDelivery, currentFacts, undeliveredFacts } from './alert-updates.ts'
import { matchesInConflict, withoutClaimed } from './conflict-alerts.ts'

type Parts = {
  store: Pick<Store, 'push' | 'projection'>
  clock: Clock
  log: Log
  outcomes: Counter<'about' | 'outcome'>
}

const second = 1_000
/** In ms. Debounces the changes of one page, and of pages that are read together. */
const changesDebounce = 500
const pollInterval = 15 * second
/** In ms. The recipients are read soon after a change; at the interval some are read again, in case that an event was lost. */
const recipientsDebounce = second
const recipientsInterval = 30 * second

export type PushWatch = {
  /** Checks all tournaments now; resolves when the alerts are queued. */
  check(): Promise<void>
  stop(): Promise<void>
}

type Projected = Pick<Store, 'projection'>
type Batch = Parameters<Parameters<Store['projection']['onChanges']>[0]>[0]

const isOver = ({ status, archivedAt }: Tournament): boolean => status === 'past' || archivedAt !== null

/** Whether a tournament was over before the changes, and is not any more. */
function isReopened({ projection }: Projected, { tournamentId, before }: Batch): boolean {
  const earlier = before('tournament', tournamentId)
  const tournament = projection.get(tournamentId)?.state.tournament
  return Boolean(earlier && isOver(earlier) && tournament && !isOver(tournament))
}

/** Undefined without followers, and during the first import: then everything is new, and nothing justifies an alert. */
function alertedTournament(
  { projection }: Projected,
  recipients: AlertRecipients,
  id: number,
): AlertedTournament<Held> | undefined {
  const followers = recipients.followers(id)
  const held = followers && projection.get(id)
  return held && held.state.tournament.import.state !== 'running'
    ? { held, followers, steps: recipients.steps }
    : undefined
}

/**
 * The tournaments in the same hall with a larger id: of two tournaments, the one with the smaller id alerts the conflicts between
 * them, so that each is alerted once.
 */
const neighboursOf = (
  store: Projected,
  recipients: AlertRecipients,
  { state: { tournament } }: Held,
): AlertedTournament[] =>
  recipients.tournamentIds().flatMap((id) => {
    const other = id > tournament.id ? alertedTournament(store, recipients, id) : undefined
    return other && shareVenue(other.held.state.tournament, tournament) ? [other] : []
  })

/** The current facts, in which no conflict has a match that somebody else has claimed. */
async function currentWithoutClaimed(
  store: Parts['store'],
  recipients: AlertRecipients,
  alerted: AlertedTournament<Held>,
  delivered: Delivered,
  now: number,
): Promise<ReturnType<typeof currentFacts>> {
  const found = currentFacts(alerted, neighboursOf(store, recipients, alerted.held), now)
  const inConflict = matchesInConflict(undeliveredFacts(found, delivered, now))
  return inConflict.length > 0 ? withoutClaimed(found, await store.push.delivery.claimed(inConflict)) : found
}

/** Takes an id of `first` out of both sets, or of `others` if `first` is empty; undefined if both are. */
function takeNext(first: Set<number>, others: Set<number>): number | undefined {
  const id = first.values().next().value ?? others.values().next().value
  if (id === undefined) return undefined
  first.delete(id)
  others.delete(id)
  return id
}

/** Starts the checks, until `stop`. */
export function startPushWatch({ store, clock, log, outcomes }: Parts): PushWatch {
  const { delivery } = store.push
  const { recipients, ...reader } = createRecipientReader(delivery, noteConcerned)
  /** The delivered state of each tournament, as last read or written by this process. */
  const records = new Map<number, { version: number; delivered: Delivered }>()
  const due = new Set<number>()
  /** Those of which something changed; they are checked before the others. */
  const dueFirst = new Set<number>()
  let working: Promise<void> | undefined
  let cancelRun: (() => void) | undefined
  let cancelReading: (() => void) | undefined
  let isStopped = false

  function noteConcerned(tournamentIds: Iterable<number>): void {
    for (const id of tournamentIds)
      if (recipients.hasTournament(id)) due.add(id)
      else records.delete(id)
  }

  async function checkTournament(tournamentId: number): Promise<void> {
    const alerted = alertedTournament(store, recipients, tournamentId)
    if (!alerted) return
    const { held } = alerted
    const version = await delivery.version(tournamentId)
    let record = records.get(tournamentId)
    if (record?.version !== version) {
      record = { version, delivered: await delivery.delivered(tournamentId) }
      records.set(tournamentId, record)
    }
    const now = clock.now()
    const current = await currentWithoutClaimed(store, recipients, alerted, record.delivered, now)
    const changed = undeliveredFacts(current, record.delivered, now)
    if (changed.length === 0) return
    const stored = new Map(record.delivered)
    const outcome = await delivery.deliver(
      tournamentId,
      held.position,
      changed.map(({ key }) => key),
      (before) => {
        const plan = planDelivery(held, { changed, current }, before, now)
        for (const [key, value] of [...before, ...plan.delivered]) stored.set(key, value)
        return plan
      },
    )
    if (typeof outcome === 'string') return
    // The version is the next one, so no other process has changed the record in between.
    if (outcome.version === version + 1) records.set(tournamentId, { version: outcome.version, delivered: stored })
    const { dropped } = outcome
    if (dropped === 0) return
    outcomes.inc({ about: 'match', outcome: 'dropped' }, dropped)
    log.warn({ tournamentId, dropped }, 'alerts were dropped because their devices were removed')
  }

  async function checkDue(): Promise<void> {
    for (let id = takeNext(dueFirst, due); id !== undefined && !isStopped; id = takeNext(dueFirst, due)) {
      // An error of one tournament must not stop the others.
      await checkTournament(id).catch((error: unknown) =>
        log.warn({ err: error, tournamentId: id }, 'alerts could not be queued; the next check tries again'),
      )
    }
  }

  /** Queues a run: `first`, then a check of the due tournaments. Runs never overlap. */
  function run(first?: () => Promise<void>): Promise<void> {
    working = (working ?? Promise.resolve())
      .then(async () => {
        if (isStopped) return
        await first?.()
        await checkDue()
      })
      .catch((error: unknown) => log.warn({ err: error }, 'reading the recipients of alerts failed'))
    return working
  }

  const noteChange = (tournamentId: number): void => {
    if (!recipients.hasTournament(tournamentId)) return
    dueFirst.add(tournamentId)
    cancelRun ??= clock.after(changesDebounce, () => {
      cancelRun = undefined
      void run()
    })
  }
  const noteRecipient = (userId: number): void => {
    reader.noteChange(userId)
    cancelReading ??= clock.after(recipientsDebounce, () => {
      cancelReading = undefined
      void run(reader.readChanged)
    })
  }
  const unsubscribe = [
    store.projection.onChanges((batch) => {
      // Followers in tournaments that are over are not kept.
      if (isReopened(store, batch)) void run(reader.readAll)
      noteChange(batch.tournamentId)
    }),
    store.projection.onReset(noteChange),
    store.push.onRecipientChange(noteRecipient),
  ]
  const checking = clock.every(pollInterval, () => {
    for (const id of recipients.tournamentIds()) due.add(id)
    return run()
  })
  const reading = clock.every(recipientsInterval, () => run(reader.readAgain))
  void run(reader.readAll)

  return {
    check: () => run(reader.readAll),
    async stop() {
      isStopped = true
      reader.stop()
      for (const stop of unsubscribe) stop()
      cancelRun?.()
      cancelReading?.()
      await checking.stop()
      await reading.stop()
      await working
    },
  }
}
