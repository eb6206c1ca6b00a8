// Where what is read lies, and which gate leads there: one for each host of the source from the start, and one for each
// further host of logos, opened when its first logo is due.
import type { Logo, Page, SourceItem } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Source } from '#sources'
import type { Store } from '#store'
import type { Fetcher } from './fetcher.ts'
import { Gate } from './gate.ts'
import type { IngestMetrics } from './measures.ts'
import { politeBudget } from './politeness.ts'
import type { Budget } from './politeness.ts'

/** What is to be asked for, and the gate to it. */
export type Way = { url: URL; gate: Gate }

/** The absolute address of a page at the source as it is configured. */
export type AddressOf = (page: Page) => URL

type GatesParts = {
  source: Source
  addressOf: AddressOf
  /** Origins of the source's pages and of the event list. */
  own: { pages: string; events: string }
  /** Further origins on which the lists' logos may be read. */
  logoOrigins: readonly string[]
  budget: Budget
  permission: string | null
  fetcher: Fetcher
  store: Store
  nodeId: string
  clock: Clock
  log: Log
  metrics: IngestMetrics
}

export class Gates {
  private readonly parts: GatesParts
  private readonly bySource = new Map<string, Gate>()
  private readonly byLogoHost = new Map<string, Gate>()
  private readonly logoOrigins: ReadonlySet<string>

  constructor(parts: GatesParts) {
    this.parts = parts
    const { own, logoOrigins } = parts
    this.logoOrigins = new Set([own.pages, own.events, ...logoOrigins])
    for (const origin of [own.pages, own.events])
      if (!this.bySource.has(origin)) this.bySource.set(origin, new Gate({ ...parts, origin, onlyLogos: false }))
  }

  /** The gate to the host of the tournaments. */
  get home(): Gate {
    return this.ofPage({ kind: 'home' }).gate
  }

  /** The gates to the hosts of pages. */
  ofSource(): Gate[] {
    return [...this.bySource.values()]
  }

  /** True for a gate to a host of pages. */
  isOfSource({ origin }: Gate): boolean {
    return this.bySource.has(origin)
  }

  /** Null for a logo at an origin that neither the source nor the operator names: the lists' word is not enough. */
  wayTo(item: SourceItem): Way | null {
    return item.kind === 'logo' ? this.toLogo(item) : this.ofPage(item)
  }

  private ofPage(page: Page): Way {
    const url = this.parts.addressOf(page)
    return { url, gate: this.bySource.get(url.origin) as Gate }
  }

  private toLogo(logo: Logo): Way | null {
    const url = this.parts.source.logoUrl(logo.address, this.parts.own)
    const gate = url && this.ofLogoHost(url.origin, logo.sponsor)
    return gate && { url, gate }
  }

  private ofLogoHost(origin: string, isSponsors: boolean): Gate | null {
    if (!isSponsors && !this.logoOrigins.has(origin)) return null
    const key = `${origin} ${isSponsors}`
    const known = this.bySource.get(origin) ?? this.byLogoHost.get(key)
    if (known) return known
    this.parts.fetcher.allow(origin)
    // Who names a logo as a sponsor's permits reading it.
    const permission = isSponsors ? 'SPONSORS' : null
    const gate = new Gate({ ...this.parts, origin, budget: politeBudget, permission, onlyLogos: true })
    this.byLogoHost.set(key, gate)
    return gate
  }
}
