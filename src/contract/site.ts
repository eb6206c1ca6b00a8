// The operator's links for users: support, donations, sponsors (decision D16).
import * as z from 'zod/mini'

const Sponsor = z.object({
  name: z.string(),
  /** The sponsor's page or profile, opened in a new tab. */
  url: z.string(),
  /** On our own origin; null while the logo is not available. */
  logoUrl: z.nullable(z.string()),
})
export type Sponsor = z.infer<typeof Sponsor>

/** A null value hides its button. */
export const Site = z.object({
  supportEmail: z.nullable(z.string()),
  donationUrl: z.nullable(z.string()),
  sponsors: z.array(Sponsor),
})
export type Site = z.infer<typeof Site>

/** Which RollCall answers. `commit` is null if it is unknown. */
const Build = z.object({ version: z.string(), commit: z.nullable(z.string()) })
export type Build = z.infer<typeof Build>

/** The answer of the call. */
export const SiteAnswer = z.extend(Site, { build: Build })
