// Claims: who covers a match of a RollCall (docs/decisions/037). The calls about them, and their shape in lists and messages.
import * as z from 'zod/mini'
import { cleanText } from '../domain/name.ts'

export const claimTexts = {
  name: 'Use 1 to 40 characters for your name.',
  /** For a link without the right to claim. */
  noRight: 'The owner of this RollCall does not let this link claim fights.',
  /** For a match without an athlete of the owner's list, or one that is over. */
  noMatch: 'This fight cannot be claimed any more.',
} as const

/** A claim in effect. */
export const Claim = z.object({
  matchId: z.number(),
  /** Who has the match: 1 to 40 characters. */
  name: z.string(),
  /** When the server stored it, ISO. */
  at: z.string(),
  /** Its position in the order of all claims and releases of this owner's RollCall: the highest for a match is in effect. */
  order: z.number(),
})
export type Claim = z.infer<typeof Claim>

/** A claim or, with the name null, a release. */
export const ClaimState = z.extend(Claim, { name: z.nullable(z.string()) })
export type ClaimState = z.infer<typeof ClaimState>

/** The fields about claims in lists and on the shared page. */
export const claimFields = {
  /** The claims in effect for the matches in the list that are not over. */
  claims: z.array(Claim),
  /** The order of the owner's latest claim or release that `claims` includes; 0 for none. */
  claimOrder: z.number(),
}

/** A random id made by the browser: of the device, and of each request; a repeated request keeps its id. */
const randomId = z.string().check(z.regex(/^[\w-]{16,40}$/))

/** A claim or, with a null name, a release. */
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
  /** The state of the claim after the call, whoever holds it. */
  claim: ClaimState,
  /** True if this device was the last to claim or release the match. */
  isOwn: z.boolean(),
})
export type ClaimResponse = z.infer<typeof ClaimResponse>

/** Whether the owner's link gives the right to claim. */
export const ClaimRightBody = z.object({ mayClaim: z.boolean() })
export const ClaimRightResponse = z.object({ success: z.literal(true), mayClaim: z.boolean() })
