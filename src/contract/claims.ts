// Claims: who covers a match of a RollCall (docs/decisions/037). The calls about them, and their shape in lists and messages.
import * as z from 'zod/mini'
import { cleanText } from '../domain/name.ts'

export const claimTexts = {
  name: 'Use 1 to 40 characters for your name.',
  /** For a link without the right to claim. */
  noRight: 'The owner of this RollCall does not let this link claim fights.',
  /** For a match that is not of the owner's athletes, or is over. */
  noMatch: 'This fight cannot be claimed any more.',
} as const

/** A present claim. */
export const Claim = z.object({
  matchId: z.number(),
  /** Who has the match: 1 to 40 characters. */
  name: z.string(),
  /** When the server stored it, ISO. */
  at: z.string(),
  /** Its place among all claims and releases of this RollCall's owner: the highest of a match wins. */
  order: z.number(),
})
export type Claim = z.infer<typeof Claim>

/** A claim or, with the name null, a release. */
export const ClaimState = z.extend(Claim, { name: z.nullable(z.string()) })
export type ClaimState = z.infer<typeof ClaimState>

/** In lists and on the shared page. */
export const claimFields = {
  /** The present claims of the matches in the list that are not over. */
  claims: z.array(Claim),
  /** The order of the owner's latest claim or release that `claims` includes; 0 for none. */
  claimOrder: z.number(),
}

/** A random id that the browser made: of the device, and of each request, which has the same one when it is repeated. */
const randomId = z.string().check(z.regex(/^[\w-]{16,40}$/))

/** A null name releases. */
export const ClaimBody = z.object({
  name: z.nullable(
    z.string().check(z.overwrite(cleanText), z.minLength(1, claimTexts.name), z.maxLength(40, claimTexts.name)),
  ),
  device: randomId,
  request: randomId,
})
export type ClaimBody = z.infer<typeof ClaimBody>

export const ClaimResponse = z.object({
  success: z.literal(true),
  /** The match as it is now, whoever has it. */
  claim: ClaimState,
  /** Whether this device was the last to claim or release it. */
  isOwn: z.boolean(),
})
export type ClaimResponse = z.infer<typeof ClaimResponse>

/** Whether the owner's link gives the right to claim. */
export const ClaimRightBody = z.object({ mayClaim: z.boolean() })
export const ClaimRightResponse = z.object({ success: z.literal(true), mayClaim: z.boolean() })
