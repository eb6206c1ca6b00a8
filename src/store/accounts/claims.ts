// Claims: who covers a match of a user's RollCall (docs/decisions/037). All claims and releases of an owner are in one order; the
// latest for a match wins. The caller decides which matches can be claimed.
import type { Sql, Transaction } from '../database.ts'
import { changeWatched } from './change-watched.ts'
import { linkHash } from './share-links.ts'
import type { UserEvents } from './user-events.ts'
import type { StoredClaim } from './watched-cache.ts'

/** A null name releases the match. `device` and `request` are random ids from the browser. */
type NewClaim = { matchId: number; name: string | null; device: string; request: string }

/** The latest claim or release of a match. `isOwn`: it is from the device of the request. */
type ClaimOutcome = { claim: StoredClaim; isOwn: boolean }
type Row = StoredClaim & { device: string; requests: string[] }

/** The maximum number of matches of an owner with a claim or release; the oldest ones are dropped. */
const maxClaims = 500
/** The number of requests per match that are recognised when repeated. */
const keptRequests = 8

export function createClaims(events: UserEvents) {
  return {
    /**
     * Claims or releases a match of the owner's RollCall, for the owner, or with `linkId` for somebody who has that link.
     *
     * - A claim takes the match from whoever has it. A release changes nothing unless this device has the match.
     * - A repeated request, whose answer was lost, changes nothing, even if somebody has claimed the match meanwhile. The latest
     *   requests of each match are recognised.
     * - 'no-right': the link has ended or gives no right to claim. 'unknown': the match to claim does not exist.
     */
    make: (ownerId: number, wanted: NewClaim, linkId?: string): Promise<ClaimOutcome | 'no-right' | 'unknown'> =>
      changeWatched(events, ownerId, async (tx, recordChange) => {
        // In this transaction, so that no claim succeeds after the right was withdrawn.
        if (linkId !== undefined && !(await hasRight(tx, ownerId, linkId))) return 'no-right'
        const { matchId, name, device, request } = wanted
        const row = await find(tx, ownerId, matchId)
        const isRepeated = row?.requests.includes(request) ?? false
        const hasNoEffect = row?.device === device ? row.name === name : name === null
        if (isRepeated || hasNoEffect) return presentState(wanted, row)
        const requests = [...(row?.requests ?? []), request].slice(-keptRequests)
        const made = await write(tx, ownerId, wanted, requests)
        if (!made) return 'unknown'
        await recordChange({ kind: 'claims', userId: ownerId })
        return { claim: made, isOwn: true }
      }),
  }
}

async function hasRight(tx: Transaction, ownerId: number, linkId: string): Promise<boolean> {
  const found = await tx`
    select 1 from shareable_links
    where user_id = ${ownerId} and link_id = ${linkHash(linkId)} and may_claim and is_active and expires_at > now()`
  return found.length > 0
}

async function find(tx: Transaction, ownerId: number, matchId: number): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`
    select match_id as "matchId", name, at, claim_order as "order", device, requests
    from claims where owner_id = ${ownerId} and match_id = ${matchId}`
  return row
}

const presentState = ({ matchId, device }: NewClaim, row: Row | undefined): ClaimOutcome => {
  if (!row) return { claim: { matchId, name: null, at: new Date(0).toISOString(), order: 0 }, isOwn: false }
  const { device: claimant, requests: _, ...claim } = row
  return { claim, isOwn: claimant === device }
}

/**
 * Stores the claim or release with the owner's next order, and drops the owner's oldest ones beyond `maxClaims`; undefined if the
 * match does not exist.
 */
async function write(
  tx: Transaction,
  ownerId: number,
  { matchId, name, device }: NewClaim,
  requests: string[],
): Promise<StoredClaim | undefined> {
  const [made] = await tx<StoredClaim[]>`
    with next as (
      update users set claim_order = claim_order + 1
      where id = ${ownerId} and exists (select 1 from fights where id = ${matchId}) returning claim_order
    )
    insert into claims (owner_id, match_id, claim_order, name, device, requests)
    select ${ownerId}, ${matchId}, claim_order, ${name}, ${device}, ${requests} from next
    on conflict (owner_id, match_id) do update set
      claim_order = excluded.claim_order, name = excluded.name, device = excluded.device, requests = excluded.requests,
      at = now()
    returning match_id as "matchId", name, at, claim_order as "order"`
  await tx`
    delete from claims where owner_id = ${ownerId} and claim_order <= (
      select claim_order from claims where owner_id = ${ownerId} order by claim_order desc offset ${maxClaims} limit 1
    )`
  return made
}

/** Deletes the claims of matches of past tournaments. */
export const deleteOldClaims = async (sql: Sql): Promise<void> =>
  void (await sql`
    delete from claims using fights, tournaments
    where fights.id = claims.match_id and tournaments.id = fights.tournament_id and tournaments.status = 'past'`)
