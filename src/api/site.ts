// The support address, donation link and sponsors that the operator configured; public. Sponsors' logos on other hosts are
// registered in the store, from which ingest fetches them; RollCall serves its own copies.
import type { Site } from '#contract/site.ts'
import { build } from '#platform/build.ts'
import type { Clock } from '#platform/clock.ts'
import type { SiteConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { Handlers } from './calls.ts'

/** How often the paths of fetched logos are looked up, in ms. */
const lookUpInterval = 5_000

export type CurrentSite = {
  current(): Site
  close(): Promise<void>
}

type Needs = { config: SiteConfig | undefined; store: Pick<Store, 'logos'>; clock: Clock; log: Log }

/** Registers the sponsors' logos with the store, and looks up the paths of RollCall's copies until `close`. */
export async function openSite({ config, store: { logos }, clock, log }: Needs): Promise<CurrentSite> {
  const sponsors = config?.sponsors ?? []
  const isOwn = (address: string): boolean => address.startsWith('/')
  const external = sponsors.map(({ logoUrl }) => logoUrl).filter((address) => !isOwn(address))
  const siteWith = (paths: ReadonlyMap<string, string>): Site => ({
    supportEmail: config?.supportEmail ?? null,
    donationUrl: config?.donationUrl ?? null,
    sponsors: sponsors.map(({ logoUrl, ...sponsor }) => ({
      ...sponsor,
      logoUrl: isOwn(logoUrl) ? logoUrl : (paths.get(logoUrl) ?? null),
    })),
  })
  await logos.setSponsors(external)
  let site = siteWith(external.length > 0 ? await logos.sponsorPaths() : new Map())
  const lookUp = async (): Promise<void> => {
    await logos.sponsorPaths().then(
      (paths) => void (site = siteWith(paths)),
      (error: unknown) => log.warn({ err: error }, "the sponsors' logos could not be looked up"),
    )
  }
  const repetition = external.length > 0 ? clock.every(lookUpInterval, lookUp) : undefined
  return { current: () => site, close: async () => repetition?.stop() }
}

export const siteHandlers = (site: CurrentSite): Handlers<'site'> => ({
  site: async () => ({ ...site.current(), build }),
})
