// The logos of tournaments and sponsors: where they lie at the source, and the checked image of each, which RollCall serves
// itself. The lists say which logos there are; ingest fetches those that are due; a tournament's change log tells that one
// has come.
import { logoPath } from '#domain/logo.ts'
import { type Logo, pageKey } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database, Transaction } from '../database.ts'
import { changeTournament } from './listing.ts'

export type DueLogo = {
  address: string
  /** The operator named it, as a sponsor's. */
  sponsor: boolean
  /** What the server said with the image that is kept; null where none is. */
  validators: { etag: string | null; lastModified: string | null } | null
  /** Failed requests in a row. */
  failures: number
}

export type NewLogo = {
  image: Uint8Array
  /** Of the image's bytes; names it (domain/logo.ts). */
  hash: string
  etag: string | null
  lastModified: string | null
}

/** Moments in epoch ms. `nextAt`: when it is asked for again. */
type Moments = { at: number; nextAt: number }

/** The problem of a file that may not be shown; its row then reads as that of a page that was not understood. */
export const refusedImage = 'refused-image'
/** So many are looked up at once. */
const dueAtOnce = 20
/** A list that names more is no list of tournaments. */
const mostKept = 500
/** An instant further ahead was noted under another clock. */
const longestWait = '30 days'

export function createLogos({ sql, slowSql }: Pick<Database, 'sql' | 'slowSql'>, clock: Clock) {
  return {
    /** Those to be fetched at this moment: sponsors' first, then those of tournaments that somebody added. */
    due(at: number): Promise<DueLogo[]> {
      const now = new Date(at).toISOString()
      return sql<DueLogo[]>`
        with wanted as (
          select address, min(rank) as rank from (
            select address, 0 as rank from logos where sponsor
            union all
            select logo_address, case when added then 1 else 2 end from (
              select listed.logo_address, listed.available, exists (
                select 1 from tournaments tournament join user_tournaments added on added.tournament_id = tournament.id
                where tournament.bjj_comp_system_id = listed.bjj_comp_system_id and tournament.archived_at is null) as added
              from listed_tournaments listed where listed.logo_address is not null) listed
            where available or added
          ) named group by address
        )
        select address, coalesce(sponsor, false) as sponsor, coalesce(failures, 0) as failures,
          case when hash is not null then json_build_object('etag', etag, 'lastModified', last_modified) end as validators
        from wanted left join logos using (address)
        where (next_at is null or next_at <= ${now}::timestamptz or next_at > ${now}::timestamptz + ${longestWait}::interval)
          and (next_at is not null or (select count(*) from logos) < ${mostKept})
        order by rank, address limit ${dueAtOnce}`
    },

    /** A checked image; the tournaments that it belongs to show it from now on. */
    async save(address: string, { image, hash, etag, lastModified }: NewLogo, { at, nextAt }: Moments): Promise<void> {
      const [fetchedAt, next] = [new Date(at).toISOString(), new Date(nextAt).toISOString()]
      await slowSql`
        insert into logos (address, hash, image, etag, last_modified, fetched_at, next_at)
        values (${address}, ${hash}, ${image}, ${etag}, ${lastModified}, ${fetchedAt}, ${next})
        on conflict (address) do update set hash = excluded.hash, image = excluded.image, etag = excluded.etag,
          last_modified = excluded.last_modified, fetched_at = excluded.fetched_at, next_at = excluded.next_at, failures = 0`
      // Not in one transaction: who removes a tournament locks it first, and then its logo.
      await slowSql.begin((tx) => tellTournaments(tx, clock.now()))
    },

    /** The server says that the image is still the same. */
    async confirm(address: string, { at, nextAt }: Moments): Promise<void> {
      await sql`
        update logos set fetched_at = ${new Date(at).toISOString()}, next_at = ${new Date(nextAt).toISOString()}, failures = 0
        where address = ${address}`
    },

    /** Could not be fetched, or not be used: what is kept stays. */
    async fail(address: string, failures: number, nextAt: number): Promise<void> {
      const next = new Date(nextAt).toISOString()
      await sql`
        insert into logos (address, failures, next_at) values (${address}, ${failures}, ${next})
        on conflict (address) do update set failures = excluded.failures, next_at = excluded.next_at`
    },

    /** Shown to administrators where the problems of pages are; null takes it back. */
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

    /** The operator's list of sponsors' logos on other hosts, in place of the list before. */
    async setSponsors(addresses: readonly string[]): Promise<void> {
      const wanted = [...new Set(addresses)]
      await sql.begin(async (tx) => {
        await tx`update logos set sponsor = false where sponsor and address <> all(${wanted}::text[])`
        await tx`
          insert into logos (address, sponsor) select unnest(${wanted}::text[]), true
          on conflict (address) do update set sponsor = true`
      })
    },

    /** Where RollCall serves the sponsors' logos, by their addresses; those that it has. */
    async sponsorPaths(): Promise<Map<string, string>> {
      const rows = await sql<{ address: string; hash: string }[]>`
        select address, hash from logos where sponsor and hash is not null`
      return new Map(rows.map(({ address, hash }) => [address, logoPath(hash)]))
    },

    /** Tells tournaments of logos that they do not show yet, and drops what no list, tournament or sponsor names any more. */
    async tidy(): Promise<void> {
      await slowSql.begin((tx) => tellTournaments(tx, clock.now()))
      await dropUnwantedLogos(sql)
    },
  }
}

/** Drops what neither a list nor a tournament that is kept nor the operator names, and no tournament shows. */
export async function dropUnwantedLogos(sql: Transaction): Promise<void> {
  await sql`
    delete from logos where not sponsor
      and not exists (select 1 from tournaments where logo_url = '/logos/' || logos.hash || '.webp')
      and not exists (
      select 1 from listed_tournaments listed where listed.logo_address = logos.address and (listed.available
        or exists (select 1 from tournaments where tournaments.bjj_comp_system_id = listed.bjj_comp_system_id)))`
  await sql`delete from pages where kind = 'logo' and page ->> 'address' not in (select address from logos)`
}

/** Gives every tournament the path of its logo, through its change log. One whose logo is not there keeps what it has. */
async function tellTournaments(tx: Transaction, now: number): Promise<void> {
  const rows = await tx<{ id: number; logoUrl: string | null; hash: string }[]>`
    select tournaments.id, tournaments.logo_url as "logoUrl", hash
    from tournaments join listed_tournaments using (bjj_comp_system_id) join logos on logos.address = logo_address
    where hash is not null order by tournaments.id`
  for (const { id, logoUrl, hash } of rows)
    if (logoUrl !== logoPath(hash))
      await changeTournament(tx, id, now, (tournament) => ({ ...tournament, logoUrl: logoPath(hash) }))
}
