// The logos of tournaments and sponsors: their addresses at the source, and the checked images, which RollCall serves itself. The
// lists name the logos, ingest fetches those that are due, and a tournament's change log reports a new one.
import { logoPath } from '#domain/logo.ts'
import { type Logo, pageKey } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Transaction } from '../database.ts'
import { changeTournament } from './listing.ts'

export type DueLogo = {
  address: string
  /** True if the operator configured it for a sponsor. */
  sponsor: boolean
  /** The validators of the stored image; null without an image. */
  validators: { etag: string | null; lastModified: string | null } | null
  /** Consecutive failures. */
  failures: number
}

export type NewLogo = {
  image: Uint8Array
  /** Hash of the image's bytes, which names it (domain/logo.ts). */
  hash: string
  etag: string | null
  lastModified: string | null
}

/** Epoch ms; `nextAt`: the next request. */
type FetchTimes = { at: number; nextAt: number }

/** The problem code of a file that must not be shown; the logo then counts as quarantined. */
export const refusedImage = 'refused-image'
/** Maximum number per query. */
const dueLimit = 20
/** Maximum number of stored logos; a list with more logos than this is not a list of tournaments. */
const maxLogos = 500
/** A time of the next request that is further ahead than this was stored by a process with a wrong clock. */
const maxWait = '30 days'

export function createLogos({ sql, slowSql }: Pick<Database, 'sql' | 'slowSql'>, clock: Clock) {
  return {
    /** The logos to fetch at `at`: sponsors' first, then those of added tournaments, then those of other listed ones. */
    due(at: number): Promise<DueLogo[]> {
      const now = new Date(at).toISOString()
      return sql<DueLogo[]>`
        with wanted as (
          select address, min(rank) as rank from (
            select address, 0 as rank from logos where sponsor
            union all
            select logo_address, case when added then 1 else 2 end from (
              select listed.logo_address, listed.available, exists (
                select 1 from tournaments tournament
                where tournament.bjj_comp_system_id = listed.bjj_comp_system_id
                  and tournament.is_added and tournament.archived_at is null) as added
              from listed_tournaments listed where listed.logo_address is not null) listed
            where available or added
          ) named group by address
        )
        select address, coalesce(sponsor, false) as sponsor, coalesce(failures, 0) as failures,
          case when hash is not null then json_build_object('etag', etag, 'lastModified', last_modified) end as validators
        from wanted left join logos using (address)
        where (next_at is null or next_at <= ${now}::timestamptz or next_at > ${now}::timestamptz + ${maxWait}::interval)
          and (next_at is not null or (select count(*) from logos) < ${maxLogos})
        order by rank, address limit ${dueLimit}`
    },

    /** Stores a checked image, and publishes it to its tournaments. */
    async save(
      address: string,
      { image, hash, etag, lastModified }: NewLogo,
      { at, nextAt }: FetchTimes,
    ): Promise<void> {
      const [fetchedAt, next] = [new Date(at).toISOString(), new Date(nextAt).toISOString()]
      await slowSql`
        insert into logos (address, hash, image, etag, last_modified, fetched_at, next_at)
        values (${address}, ${hash}, ${image}, ${etag}, ${lastModified}, ${fetchedAt}, ${next})
        on conflict (address) do update set hash = excluded.hash, image = excluded.image, etag = excluded.etag,
          last_modified = excluded.last_modified, fetched_at = excluded.fetched_at, next_at = excluded.next_at, failures = 0`
      // In a second transaction, because removing a tournament locks the tournament before its logo.
      await slowSql.begin((tx) => publishLogos(tx, clock.now()))
    },

    /** Records that the logo's host confirmed that the image is unchanged. */
    async confirm(address: string, { at, nextAt }: FetchTimes): Promise<void> {
      await sql`
        update logos set fetched_at = ${new Date(at).toISOString()}, next_at = ${new Date(nextAt).toISOString()}, failures = 0
        where address = ${address}`
    },

    /** Records that the logo could not be fetched or used; a stored image stays. */
    async fail(address: string, failures: number, nextAt: number): Promise<void> {
      const next = new Date(nextAt).toISOString()
      await sql`
        insert into logos (address, failures, next_at) values (${address}, ${failures}, ${next})
        on conflict (address) do update set failures = excluded.failures, next_at = excluded.next_at`
    },

    /** Stores a problem for administrators, among those of pages; null removes it. */
    async noteProblem(logo: Logo, problem: { code: string; detail: string } | null): Promise<void> {
      const problems = JSON.stringify(problem === null ? [] : [{ ...problem, where: '' }])
      const state = problem?.code === refusedImage ? 'quarantined' : null
      await sql`
        insert into pages (key, kind, page, problems, state)
        values (${pageKey(logo)}, 'logo', ${JSON.stringify(logo)}::jsonb, ${problems}::jsonb, coalesce(${state}::text, 'new'))
        on conflict (key) do update set problems = excluded.problems, state = coalesce(${state}::text, pages.state), rev = nextval('pages_rev')`
    },

    async image(hash: string): Promise<Buffer | undefined> {
      const [row] = await sql<{ image: Buffer }[]>`select image from logos where hash = ${hash} limit 1`
      return row?.image
    },

    /** Replaces the operator's list of sponsors' logos on other hosts. */
    async setSponsors(addresses: readonly string[]): Promise<void> {
      const wanted = [...new Set(addresses)]
      await sql.begin(async (tx) => {
        await tx`update logos set sponsor = false where sponsor and address <> all(${wanted}::text[])`
        await tx`
          insert into logos (address, sponsor) select unnest(${wanted}::text[]), true
          on conflict (address) do update set sponsor = true`
      })
    },

    /** The paths of the stored sponsors' logos, by address. */
    async sponsorPaths(): Promise<Map<string, string>> {
      const rows = await sql<{ address: string; hash: string }[]>`
        select address, hash from logos where sponsor and hash is not null`
      return new Map(rows.map(({ address, hash }) => [address, logoPath(hash)]))
    },

    /** Publishes logos that their tournaments do not show yet, and deletes unused ones. */
    async tidy(): Promise<void> {
      await slowSql.begin((tx) => publishLogos(tx, clock.now()))
      await dropUnwantedLogos(sql)
    },
  }
}

/** Deletes the logos that no sponsor, list or tournament refers to. */
export async function dropUnwantedLogos(sql: Transaction): Promise<void> {
  await sql`
    delete from logos where not sponsor
      and not exists (select 1 from tournaments where logo_url = '/logos/' || logos.hash || '.webp')
      and not exists (
      select 1 from listed_tournaments listed where listed.logo_address = logos.address and (listed.available
        or exists (select 1 from tournaments where tournaments.bjj_comp_system_id = listed.bjj_comp_system_id)))`
  await sql`delete from pages where kind = 'logo' and page ->> 'address' not in (select address from logos)`
}

/** Sets each tournament's logo path, through its change log. A tournament whose logo is not stored keeps its path. */
async function publishLogos(tx: Transaction, now: number): Promise<void> {
  const rows = await tx<{ id: number; logoUrl: string | null; hash: string }[]>`
    select tournaments.id, tournaments.logo_url as "logoUrl", hash
    from tournaments join listed_tournaments using (bjj_comp_system_id) join logos on logos.address = logo_address
    where hash is not null order by tournaments.id`
  for (const { id, logoUrl, hash } of rows)
    if (logoUrl !== logoPath(hash))
      await changeTournament(tx, id, now, (tournament) => ({ ...tournament, logoUrl: logoPath(hash) }))
}
