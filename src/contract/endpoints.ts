// Every call between browser and server: its address, who may call, what goes in and what comes out. The server
// registers its routes from this table and the browser calls by its addresses and types, so the two cannot disagree.
import * as z from 'zod/mini'
import { addresses } from './addresses.ts'
import { AuthCheck, Done, LoginBody, RegisterBody, User } from './accounts.ts'
import { AthleteSearchResponse, FollowedResponse, FollowResponse, OrderOfFightsResponse } from './athletes.ts'
import { MatchesResponse } from './matches.ts'
import { Site } from './site.ts'
import {
  AddTournamentsBody,
  AddTournamentsResponse,
  AvailableResponse,
  TournamentResponse,
  TournamentsResponse,
} from './tournaments.ts'

/** Who may call: anybody, a signed-in user, or an administrator. */
type Access = 'anyone' | 'user' | 'superadmin'
type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  access: Access
  body?: z.ZodMiniType
  query?: z.ZodMiniType
  response: z.ZodMiniType
}

const SearchQuery = z.object({ search: z._default(z.string().check(z.maxLength(200)), '') })

export const endpoints = {
  user: { ...addresses.user, access: 'user', response: User },
  authCheck: { ...addresses.authCheck, access: 'anyone', response: AuthCheck },
  login: { ...addresses.login, access: 'anyone', body: LoginBody, response: User },
  register: { ...addresses.register, access: 'anyone', body: RegisterBody, response: User },
  logout: { ...addresses.logout, access: 'anyone', response: Done },
  site: { ...addresses.site, access: 'anyone', response: Site },

  tournaments: { ...addresses.tournaments, access: 'user', response: TournamentsResponse },
  availableTournaments: { ...addresses.availableTournaments, access: 'user', response: AvailableResponse },
  addTournaments: {
    ...addresses.addTournaments,
    access: 'user',
    body: AddTournamentsBody,
    response: AddTournamentsResponse,
  },
  tournament: { ...addresses.tournament, access: 'user', response: TournamentResponse },
  removeTournament: { ...addresses.removeTournament, access: 'user', response: Done },
  searchAthletes: { ...addresses.searchAthletes, access: 'user', query: SearchQuery, response: AthleteSearchResponse },

  followedAthletes: { ...addresses.followedAthletes, access: 'user', response: FollowedResponse },
  follow: { ...addresses.follow, access: 'user', response: FollowResponse },
  unfollow: { ...addresses.unfollow, access: 'user', response: Done },
  unfollowAlias: { ...addresses.unfollowAlias, access: 'user', response: Done },
  orderOfFights: { ...addresses.orderOfFights, access: 'user', response: OrderOfFightsResponse },
  refreshOrderOfFights: { ...addresses.refreshOrderOfFights, access: 'user', response: Done },
  scrapeOrderOfFights: { ...addresses.scrapeOrderOfFights, access: 'user', response: Done },

  upcomingMatches: { ...addresses.upcomingMatches, access: 'user', response: MatchesResponse },
  completedMatches: { ...addresses.completedMatches, access: 'user', response: MatchesResponse },
  liveMatches: { ...addresses.liveMatches, access: 'user', response: MatchesResponse },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
export type ResponseOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['response']>
export type BodyOf<Name extends EndpointName> = (typeof endpoints)[Name] extends {
  body: infer Body extends z.ZodMiniType
}
  ? z.input<Body>
  : undefined
