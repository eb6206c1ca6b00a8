// Devices that stopped receiving alerts without an action of their user: the record of each, and the email about it.
import type { Part, Sql, Transaction } from '../database.ts'
import type { EmailQueue } from '../jobs/emails.ts'

export type EndReason = 'gone' | 'session' | 'unconfirmed'

/** The wait before the email, in which most browsers renew a lost subscription by themselves. */
const grace = '10 minutes'
/** The shortest time between two such emails to a user. */
const emailInterval = '1 day'
/** The number of devices that one call tells about. */
const batchSize = 200

/** Deletes the devices that meet the condition on `device`, and records that they ended; returns how many. */
export async function endDevices(sql: Sql | Transaction, reason: EndReason, condition: Part): Promise<number> {
  const ended = await sql`
    with gone as (
      delete from push_devices device where ${condition} returning endpoint_hash, user_id, language
    )
    insert into ended_push_devices (endpoint_hash, user_id, language, reason)
    select endpoint_hash, user_id, language, ${reason} from gone
    on conflict (endpoint_hash) do update set
      user_id = excluded.user_id, language = excluded.language, reason = excluded.reason, at = now(), checked_at = null, emailed_at = null
    returning 1`
  return ended.length
}

/**
 * Queues an email to each user with a verified address whose device ended ten minutes ago or longer, and who has turned alerts on
 * nowhere since; at most one a day. Returns the number of emails.
 */
export async function tellEndedDevices(sql: Sql, queue: EmailQueue): Promise<number> {
  const count = await sql.begin(async (tx) => {
    const rows = await tx<{ userId: number; language: string; email: string; isEmailed: boolean }[]>`
      with due as (
        select endpoint_hash from ended_push_devices
        where checked_at is null and at < now() - ${grace}::interval
        order by at limit ${batchSize} for update skip locked
      )
      update ended_push_devices ended set checked_at = now(), emailed_at = case
        when account.email = account.verified_email
          and not exists (
            select 1 from push_devices device where device.user_id = ended.user_id and device.created_at > ended.at)
          and not exists (
            select 1 from ended_push_devices earlier
            where earlier.user_id = ended.user_id and earlier.emailed_at > now() - ${emailInterval}::interval)
        then now() end
      from due, users account
      where ended.endpoint_hash = due.endpoint_hash and account.id = ended.user_id
      returning ended.user_id as "userId", ended.language, account.email, ended.emailed_at is not null as "isEmailed"`
    // Two devices of a user may have ended.
    const emails = new Map(rows.flatMap(({ isEmailed, userId, ...row }) => (isEmailed ? [[userId, row] as const] : [])))
    for (const { email, language } of emails.values())
      await queue.add(tx, { kind: 'alerts-stopped', to: email, language })
    return emails.size
  })
  if (count > 0) queue.wake()
  return count
}
