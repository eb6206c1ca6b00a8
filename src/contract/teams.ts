// The page of one team in one tournament: roster, medals and points (docs/decisions/049).
import * as z from 'zod/mini'
import { groupIds, policyIds } from '../domain/points-policies.ts'
import { FollowedAthlete } from './athletes.ts'
import { Halls } from './halls.ts'
import { Positions, SourceAge } from './source.ts'

/** `team`: any spelling of its name. */
export const TeamQuery = z.object({ team: z.string().check(z.maxLength(200)) })

const TeamAthlete = z.extend(
  z.pick(FollowedAthlete, {
    id: true,
    name: true,
    team: true,
    belt: true,
    division: true,
    wins: true,
    losses: true,
    placements: true,
    next: true,
    withoutMatch: true,
    listed: true,
  }),
  {
    /** All categories entered, weight class before open class; the last known one of an athlete who left the bracket. */
    divisions: z.array(z.string()),
    isFollowed: z.boolean(),
    /** True for a division under 18: pictures for sharing leave the athlete out. */
    isUnder18: z.boolean(),
  },
)
export type TeamAthlete = z.infer<typeof TeamAthlete>

const TeamMedal = z.object({
  division: z.string(),
  place: z.number(),
  name: z.string(),
  points: z.number(),
  /** Why the medal gives no points: 'alone' in the division, 'closed-out' final, 'beyond-limit' of athletes per division. */
  unscored: z.nullable(z.enum(['alone', 'closed-out', 'beyond-limit'])),
})

/** Points in a group of divisions, for which teams get titles. The points of `medals` add up to `points`. */
const GroupPoints = z.object({
  group: z.enum(groupIds),
  points: z.number(),
  /** The most points that the team can still win in the unfinished categories that it has entered; 0 after the tournament. */
  possible: z.number(),
  /** The team's rank among all teams with points; teams with equal points and medals are ordered by name. Null without points. */
  place: z.nullable(z.number()),
  medals: z.array(TeamMedal),
  /** The best teams of the group, at most five. */
  leaders: z.array(z.object({ team: z.string(), points: z.number(), isOwn: z.boolean() })),
})
export type GroupPoints = z.infer<typeof GroupPoints>

const policy = z.enum(policyIds)
const Policy = z.object({
  id: policy,
  points: z.array(z.number()),
  perDivision: z.number(),
  singles: z.boolean(),
  closeOuts: z.boolean(),
  source: z.string(),
  readOn: z.string(),
})

export const TeamResponse = z.object({
  success: z.literal(true),
  team: z.object({
    /** As the user wrote it in the rule; without a rule, the most frequent spelling in the tournament's lists. */
    name: z.string(),
    /** Further names that count as this team, from the user's rule for this tournament and from the one for every tournament. */
    aliases: z.array(z.string()),
    /** The user's rule for the team; if there are two, the one for every tournament. Null when the team is not followed. */
    ruleId: z.nullable(z.number()),
  }),
  tournament: z.object({
    id: z.number(),
    name: z.string(),
    startsOn: z.nullable(z.string()),
    endsOn: z.nullable(z.string()),
    timezone: z.nullable(z.string()),
    status: z.enum(['live', 'upcoming', 'past']),
  }),
  /** By name. */
  athletes: z.array(TeamAthlete),
  /** Unofficial. Groups in which the team has athletes or medals. */
  points: z.array(GroupPoints),
  /** The policy in use, and all that can be chosen. */
  policy,
  policies: z.array(Policy),
  halls: Halls,
  source: SourceAge,
  positions: Positions,
  serverTime: z.string(),
})
export type TeamResponse = z.infer<typeof TeamResponse>

/** null selects the tournament's default. */
export const PolicyBody = z.object({ policy: z.nullable(policy) })
