// Every call between browser and server: method, path, what goes in and what comes out. The server registers its
// routes from this table and the browser calls through it, so the two cannot disagree.
import * as z from 'zod/mini'
import { AuthCheck, Done, LoginBody, RegisterBody, User } from './accounts.ts'
import { AthleteSearchResponse, FollowedResponse, FollowResponse, OrderOfFightsResponse } from './athletes.ts'
import { MatchesResponse } from './matches.ts'
import { AddTournamentsBody, AddTournamentsResponse, AvailableResponse, TournamentResponse, TournamentsResponse } from './tournaments.ts'

/** Who may call: anybody, a signed-in user, or an administrator. */
type Access = 'anyone' | 'user' | 'superadmin'
type Endpoint = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; access: Access; body?: z.ZodMiniType; query?: z.ZodMiniType; response: z.ZodMiniType }

const SearchQuery = z.object({ search: z._default(z.string().check(z.maxLength(200)), '') })

export const endpoints = {
  user: { method: 'GET', path: '/api/user', access: 'user', response: User },
  authCheck: { method: 'GET', path: '/api/auth/check', access: 'anyone', response: AuthCheck },
  login: { method: 'POST', path: '/api/login', access: 'anyone', body: LoginBody, response: User },
  register: { method: 'POST', path: '/api/register', access: 'anyone', body: RegisterBody, response: User },
  logout: { method: 'POST', path: '/api/logout', access: 'anyone', response: Done },

  tournaments: { method: 'GET', path: '/api/tournaments', access: 'user', response: TournamentsResponse },
  availableTournaments: { method: 'GET', path: '/api/tournaments/bjj-comp-system', access: 'user', response: AvailableResponse },
  addTournaments: { method: 'POST', path: '/api/tournaments/add', access: 'user', body: AddTournamentsBody, response: AddTournamentsResponse },
  tournament: { method: 'GET', path: '/api/tournaments/:id', access: 'user', response: TournamentResponse },
  removeTournament: { method: 'DELETE', path: '/api/tournaments/:id', access: 'user', response: Done },
  searchAthletes: { method: 'GET', path: '/api/tournaments/:id/athletes', access: 'user', query: SearchQuery, response: AthleteSearchResponse },

  followedAthletes: { method: 'GET', path: '/api/athletes/followed', access: 'user', response: FollowedResponse },
  follow: { method: 'POST', path: '/api/athletes/:id/follow', access: 'user', response: FollowResponse },
  unfollow: { method: 'DELETE', path: '/api/athletes/:id/follow', access: 'user', response: Done },
  unfollowAlias: { method: 'DELETE', path: '/api/athletes/:id/unfollow', access: 'user', response: Done },
  orderOfFights: { method: 'GET', path: '/api/athletes/:id/order-of-fights', access: 'user', response: OrderOfFightsResponse },
  refreshOrderOfFights: { method: 'POST', path: '/api/athletes/:id/refresh-order-of-fights', access: 'user', response: Done },
  scrapeOrderOfFights: { method: 'POST', path: '/api/athletes/:id/scrape-order-of-fights', access: 'user', response: Done },

  upcomingMatches: { method: 'GET', path: '/api/matches/upcoming', access: 'user', response: MatchesResponse },
  completedMatches: { method: 'GET', path: '/api/matches/completed', access: 'user', response: MatchesResponse },
  liveMatches: { method: 'GET', path: '/api/matches/live', access: 'user', response: MatchesResponse },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
export type ResponseOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['response']>
export type BodyOf<Name extends EndpointName> = (typeof endpoints)[Name] extends { body: infer Body extends z.ZodMiniType } ? z.input<Body> : undefined
