// Where the pages lead, as the operator configured it. Nothing of it is about a user, so anybody may ask.
import type { Site } from '#contract/site.ts'
import type { SiteConfig } from '#platform/config.ts'
import type { Answers } from './calls.ts'

export function siteAnswers(config: SiteConfig | undefined): Answers<'site'> {
  const site = siteOf(config)
  return { site: async () => site }
}

export const siteOf = (config: SiteConfig | undefined): Site => ({
  supportEmail: config?.supportEmail ?? null,
  donationUrl: config?.donationUrl ?? null,
  sponsors: [...(config?.sponsors ?? [])],
})

/** Where the sponsors' logos are served from, for the browser's list of allowed pictures; our own need no naming. */
export const logoOrigins = (config: SiteConfig | undefined): string[] =>
  (config?.sponsors ?? [])
    .filter(({ logoUrl }) => !logoUrl.startsWith('/'))
    .map(({ logoUrl }) => new URL(logoUrl).origin)
