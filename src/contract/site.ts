// What the operator of this RollCall leads people to: support, donations, sponsors (decision D16).
import * as z from 'zod/mini'

const Sponsor = z.object({
  name: z.string(),
  /** Their page or profile, opened in a new tab. */
  url: z.string(),
  /** On our own origin; null while there is none to show. */
  logoUrl: z.nullable(z.string()),
})
export type Sponsor = z.infer<typeof Sponsor>

/** What is null has no button. */
export const Site = z.object({
  supportEmail: z.nullable(z.string()),
  donationUrl: z.nullable(z.string()),
  sponsors: z.array(Sponsor),
})
export type Site = z.infer<typeof Site>
