// Maps each page and logo to its address and its host limiter. Each host of the source has a limiter from the start; every other
// host of logos gets one when its first logo is due, and a separate one for the logos of sponsors.
import { boardOf, type Logo, type Page, type SourceItem } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { Source } from '#sources'
import type { Store } from '#store'
import type { Fetcher } from './fetcher.ts'
import { HostLimiter } from './host-limiter.ts'
import type { IngestMetrics } from './metrics.ts'
import { politeBudget } from './politeness.ts'
import type { Budget } from './politeness.ts'

/** The address of a page or logo, and the limiter of its host. */
export type Route = { url: URL; limiter: HostLimiter }

/** Returns the absolute address of a page at the configured source. */
export type AddressOf = (page: Page) => URL

type HostLimitersParts = {
  source: Source
  addressOf: AddressOf
  /** Origins of the source's pages and of the event list. */
  own: { pages: string; events: string }
  /** Further origins that the logos of the lists may be fetched from. */
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

export class HostLimiters {
  private readonly parts: HostLimitersParts
  /** By origin. */
  private readonly sourceLimiters = new Map<string, HostLimiter>()
  /** By origin, and whether the logos are those of sponsors. */
  private readonly logoLimiters = new Map<string, HostLimiter>()
  private readonly logoOrigins: ReadonlySet<string>

  constructor(parts: HostLimitersParts) {
    this.parts = parts
    const { own, logoOrigins } = parts
    this.logoOrigins = new Set([own.pages, own.events, ...logoOrigins])
    for (const origin of [own.pages, own.events])
      if (!this.sourceLimiters.has(origin))
        this.sourceLimiters.set(origin, new HostLimiter({ ...parts, origin, servesOnlyLogos: false }))
  }

  /** The limiter of the host that serves the tournaments. */
  get home(): HostLimiter {
    return this.pageRoute({ kind: 'home' }).limiter
  }

  /** The limiters of the hosts that serve pages. */
  forSource(): HostLimiter[] {
    return [...this.sourceLimiters.values()]
  }

  /** True for the limiter of a host that serves pages. */
  isForSource({ origin }: HostLimiter): boolean {
    return this.sourceLimiters.has(origin)
  }

  /**
   * The route to a page or logo. Null for a logo whose origin neither the source nor the operator permits: a link in a list is no
   * permission.
   */
  routeTo(item: SourceItem): Route | null {
    if (item.kind === 'logo') return this.logoRoute(item)
    return this.pageRoute(item.kind === 'roster' ? boardOf(item) : item)
  }

  private pageRoute(page: Page): Route {
    const url = this.parts.addressOf(page)
    return { url, limiter: this.sourceLimiters.get(url.origin) as HostLimiter }
  }

  private logoRoute(logo: Logo): Route | null {
    const url = this.parts.source.logoUrl(logo.address, this.parts.own)
    const limiter = url && this.forLogoHost(url.origin, logo.sponsor)
    return limiter && { url, limiter }
  }

  private forLogoHost(origin: string, isSponsor: boolean): HostLimiter | null {
    if (!isSponsor && !this.logoOrigins.has(origin)) return null
    const key = `${origin} ${isSponsor}`
    const known = this.sourceLimiters.get(origin) ?? this.logoLimiters.get(key)
    if (known) return known
    this.parts.fetcher.allow(origin)
    // By configuring a sponsor's logo, the operator permits fetching it.
    const permission = isSponsor ? 'SPONSORS' : null
    const limiter = new HostLimiter({ ...this.parts, origin, budget: politeBudget, permission, servesOnlyLogos: true })
    this.logoLimiters.set(key, limiter)
    return limiter
  }
}
