// The calls about rules by which a user follows teams (docs/decisions/047), and the teams of a tournament.
import * as z from 'zod/mini'
import { cleanText } from '../domain/name.ts'
import { Id } from './id.ts'
import { followRuleTexts, hasLetters, teamName } from './team-names.ts'

const maxAliases = 20

const TeamName = z
  .string()
  .check(
    z.maxLength(2 * teamName.longest, followRuleTexts.name),
    z.overwrite(cleanText),
    z.minLength(teamName.shortest, followRuleTexts.name),
    z.maxLength(teamName.longest, followRuleTexts.name),
    z.refine(hasLetters, followRuleTexts.letters),
  )
const Aliases = z.array(TeamName).check(z.maxLength(maxAliases, followRuleTexts.aliases))

/** `tournamentId` null: in every tournament that the team enters. */
export const NewFollowRule = z.object({
  team: TeamName,
  aliases: z._default(Aliases, []),
  tournamentId: z._default(z.nullable(Id), null),
})
export type NewFollowRule = z.input<typeof NewFollowRule>
/**
 * Changes the given properties only. `included`: excluded athletes, by their ids at the source, whom the user's rules follow
 * again.
 */
export const FollowRuleChange = z
  .object({
    aliases: z.optional(Aliases),
    tournamentId: z.optional(z.nullable(Id)),
    included: z.optional(z.array(z.string().check(z.regex(/^\d{1,20}$/))).check(z.maxLength(100))),
  })
  .check(z.refine((change) => Object.values(change).some((value) => value !== undefined)))

const TeamCount = z.object({ name: z.string(), athletes: z.number() })

/** The number of athletes, and the names of the latest, at most 20. */
const NewsOfTeam = z.object({ count: z.number(), names: z.array(z.string()) })

/** A team that a user follows. */
export const FollowRule = z.object({
  id: z.number(),
  team: z.string(),
  aliases: z.array(z.string()),
  tournamentId: z.nullable(z.number()),
  createdAt: z.string(),
  /** The athletes whom the rule excludes because the user unfollowed them; the name is null if no tournament lists them. */
  excluded: z.array(z.object({ bjjCompSystemId: z.string(), name: z.nullable(z.string()) })),
  /**
   * The tournaments in which the team has athletes; empty if there are none. `athletes` does not count those whom the rule
   * excludes. `followed` is lower than `athletes` if the user has reached the limit of followed athletes. In a tournament that is
   * over, `athletes` counts the followed ones only.
   */
  tournaments: z.array(z.object({ id: z.number(), athletes: z.number(), followed: z.number() })),
  /**
   * Athletes who joined by the rule or withdrew within the last 24 hours, except by the user's own calls. Absent in answers of an
   * earlier version.
   */
  news: z.optional(z.object({ joined: NewsOfTeam, withdrew: NewsOfTeam })),
  /**
   * The team and its further names, each with the number of its athletes in the rule's tournaments; 0 for a name that is not
   * entered. Absent in answers of an earlier version.
   */
  names: z.optional(z.array(TeamCount)),
  /**
   * Teams that may be branches of this one, with the number of their athletes in the rule's tournaments; the largest first, at
   * most 20. Empty in the list of all rules.
   */
  suggestions: z.array(TeamCount),
})
export type FollowRule = z.infer<typeof FollowRule>

export const FollowRulesResponse = z.object({ success: z.literal(true), rules: z.array(FollowRule) })
export const FollowRuleResponse = z.object({ success: z.literal(true), rule: FollowRule })

/** `ruleId`: the rule by which the user follows the team in this tournament; null for none. */
export const TeamHit = z.extend(TeamCount, { ruleId: z.nullable(z.number()) })
export type TeamHit = z.infer<typeof TeamHit>
/** With `like`, the teams that may be branches of the team with this name; else those that match `search`. */
export const TeamsQuery = z.object({
  search: z._default(z.string().check(z.maxLength(200)), ''),
  like: z.optional(z.string().check(z.maxLength(200))),
})
/** The largest first, at most 50; with `like`, at most 20. */
export const TeamsResponse = z.object({ success: z.literal(true), teams: z.array(TeamHit) })
