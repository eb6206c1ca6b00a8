// The alerts of a run: every one that was queued, recorded by a trigger in the transaction that queues it, and every one that
// reached a phone. Each fact must be sent once to each device, whatever values alternate and whichever process ends.
import type { Alert } from '#domain/alert.ts'
import type { Sql } from '#support/sql.ts'

/** An alert that was queued for a device; `id` ascends. */
export type QueuedAlert = { id: number; deviceId: number; tag: string; alert: Alert }

/** Records every alert that is queued from now on, including those that later ones replace. */
export async function recordQueuedAlerts(sql: Sql): Promise<object[]> {
  await sql`
    create table if not exists queued_alerts (
      id bigint primary key, device_id bigint not null, tag text not null, alert jsonb not null)`
  await sql`
    create or replace function record_queued_alert() returns trigger language plpgsql as $$
    begin
      insert into queued_alerts values (new.id, new.device_id, new.payload ->> 'tag', new.payload -> 'alert');
      return null;
    end $$`
  return sql`
    create or replace trigger record_queued_alert after insert on jobs for each row when (new.kind = 'alert')
    execute function record_queued_alert()`
}

/** The alerts that were queued so far, oldest first. */
export const queuedAlerts = (sql: Sql): Promise<QueuedAlert[]> => sql<QueuedAlert[]>`
  select id::int, device_id::int as "deviceId", tag, alert from queued_alerts order by id`

/**
 * The alerts that repeat a fact to a device, one sentence each: near, near again, a move to the start and mat that were sent
 * last, a result, a medal or a conflict.
 */
export function repeatedAlerts(queued: readonly QueuedAlert[]): string[] {
  const violations: string[] = []
  const known = new Set<string>()
  const lastStart = new Map<string, Start>()
  for (const { deviceId, tag, alert } of queued) {
    const key = `device ${deviceId}, ${tag}`
    const once = (fact: string, about = key): void => {
      if (known.has(`${about} ${fact}`)) violations.push(`repeated: ${about}: ${fact}`)
      known.add(`${about} ${fact}`)
    }
    // Joined pairs have the tag of one of them.
    if (alert.about === 'conflict')
      for (const pair of alert.pairs) once(`conflict of matches ${pair.join(' and ')}`, `device ${deviceId}`)
    if (alert.about === 'medal') once(`place ${alert.place}`)
    if (alert.about !== 'match') continue
    const { kinds, again, corrected } = alert.news
    if (kinds.includes('near')) once(again ? 'near again' : 'near')
    if (kinds.includes('result')) {
      once(`${corrected ? 'corrected ' : ''}result ${alert.result} ${alert.winner}`)
      continue
    }
    const start = startOf(alert)
    const before = lastStart.get(key)
    if (kinds.includes('moved') && before && isSame(before, start))
      violations.push(`repeated: ${key}: moved to ${start.times.join(', ')} on mat ${start.mat}`)
    lastStart.set(key, start)
  }
  return violations
}

/** How often each kind of alert was queued; an alert can be of two kinds. */
export function countKinds(queued: readonly QueuedAlert[]): Record<string, number> {
  const kinds = queued.flatMap(({ alert }) =>
    alert.about === 'match' ? (alert.news.again ? ['near again'] : alert.news.kinds) : [alert.about],
  )
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]))
}

/** The start in an alert: its time, or the estimate and its window, and the mat. */
type Start = { times: (string | null)[]; mat: number | null }

const startOf = ({ time, estimate, mat }: Extract<Alert, { about: 'match' }>): Start => ({
  times: estimate ? [estimate.time, estimate.from, estimate.to] : [time],
  mat,
})

/**
 * In minutes. An alert is sent for moves of ten minutes or more; a smaller difference is the same start, computed a moment later.
 */
const sameWithin = 3

function isSame(a: Start, b: Start): boolean {
  if (a.mat !== b.mat || a.times.length !== b.times.length) return false
  return a.times.every((time, index) => Math.abs(minutesOf(time) - minutesOf(b.times[index] ?? null)) <= sameWithin)
}

/** Minutes of the day; -1 without a time. */
function minutesOf(time: string | null): number {
  const [hours, minutes] = (time ?? '').split(':').map(Number)
  return hours === undefined || minutes === undefined ? -1 : hours * 60 + minutes
}

/** An alert that reached a device. */
export type DeliveredAlert = { deviceId: number; tag: string; text: string }

/**
 * The devices that got more different alerts with one tag than were queued for them, one sentence each, and the number of alerts
 * that were sent again. If a process ends after the push service has accepted an alert and before this is recorded, the alert is
 * sent again (decision 015), with the same words and tag, so that the phone still shows one.
 */
export function checkDelivered(
  delivered: readonly DeliveredAlert[],
  queued: readonly QueuedAlert[],
): { violations: string[]; sentAgain: number } {
  const keyOf = ({ deviceId, tag }: { deviceId: number; tag: string }): string => `device ${deviceId}, ${tag}`
  const queuedByKey = Map.groupBy(queued, keyOf)
  const violations: string[] = []
  let sentAgain = 0
  for (const [key, alerts] of Map.groupBy(delivered, keyOf)) {
    const texts = new Set(alerts.map(({ text }) => text))
    sentAgain += alerts.length - texts.size
    if (texts.size > (queuedByKey.get(key)?.length ?? 0))
      violations.push(`never queued: ${key}: ${[...texts].join(' | ')}`)
  }
  return { violations, sentAgain }
}
