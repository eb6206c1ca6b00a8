import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, PageRequest, Site } from './site.ts'

/** One entry of recording.json: the answer of an address at a time. */
export interface RecordedPage {
  /** When it was fetched, ISO time. */
  at: string
  /** The path with its query. */
  path: string
  /** The file with the body, next to recording.json. */
  file: string
  status: number
}

/** A recorded page with its body. */
export interface ReplayedPage {
  at: number
  address: string
  status: number
  body: Uint8Array
}

export interface Recording {
  /** The time of the first page, epoch milliseconds. */
  startsAt: number
  pages: ReplayedPage[]
}

/** Reads a recording from its folder. Rejects when recording.json or a page file is missing. */
export async function readRecording(folder: string): Promise<Recording> {
  const lines = JSON.parse(await readFile(join(folder, 'recording.json'), 'utf8')) as RecordedPage[]
  const pages = await Promise.all(
    lines.map(async ({ at, path, file, status }) => ({
      at: Date.parse(at),
      address: addressOf(new URL(path, 'http://recorded')),
      status,
      body: await readFile(join(folder, file)),
    })),
  )
  return { startsAt: Math.min(...pages.map(({ at }) => at)), pages }
}

/** The address of a page without language and default parameters, with its query sorted. */
function addressOf(url: URL): string {
  const query = new URLSearchParams(url.searchParams)
  query.delete('locale')
  if (query.get('page') === '1') query.delete('page')
  if (query.get('gender_id') === '1') query.delete('gender_id')
  query.sort()
  const path = url.pathname === '/' ? '/tournaments' : url.pathname
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

const types: readonly [RegExp, string][] = [
  [/\.json(\?|$)/, 'application/json; charset=utf-8'],
  [/^\/Championship\/Logo\//, 'image/png'],
]

/** Serves, for each address, the newest recorded page at or before the simulated time. */
export class ReplaySite implements Site {
  readonly robots: string
  private readonly byAddress: Map<string, ReplayedPage[]>

  constructor(pages: readonly ReplayedPage[], robots: string) {
    this.robots = robots
    this.byAddress = Map.groupBy(
      pages.toSorted((one, other) => one.at - other.at),
      ({ address }) => address,
    )
  }

  page({ url, now }: PageRequest): Page | undefined {
    const address = addressOf(url)
    const newest = this.byAddress.get(address)?.findLast(({ at }) => at <= now)
    if (!newest) return undefined
    const type = types.find(([pattern]) => pattern.test(address))?.[1] ?? 'text/html; charset=utf-8'
    return { status: newest.status, type, stamp: String(newest.at), render: () => newest.body }
  }
}
