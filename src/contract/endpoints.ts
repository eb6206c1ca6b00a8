// All endpoints: address, access, parameters and response. The server registers its routes from this table, and the browser
// uses its addresses and types, so that both always agree.
import * as z from 'zod/mini'
import { addresses } from './addresses.ts'
import { adminAddresses } from './admin-addresses.ts'
import {
  AuthCheck,
  ChangePasswordBody,
  Done,
  EmailLink,
  ForgotPasswordBody,
  LoginBody,
  EmailedLinkBody,
  ProfileBody,
  RegisterBody,
  ResetPasswordBody,
  Restored,
  SessionsResponse,
  User,
} from './accounts.ts'
import {
  AdminAthletes,
  AdminLinks,
  AdminTournaments,
  AdminTournamentsQuery,
  AdminUsers,
  AuditQuery,
  AuditResponse,
  DashboardResponse,
  ListQuery,
  RemovedTournament,
  SystemResponse,
  TimezoneBody,
  TimezoneResponse,
} from './administration.ts'
import {
  AthleteSearchResponse,
  FollowedResponse,
  FollowResponse,
  NotesBody,
  NotesResponse,
  OrderOfFightsResponse,
  RefreshResponse,
  UnfollowResponse,
} from './athletes.ts'
import { ClaimBody, ClaimResponse, ClaimRightBody, ClaimRightResponse } from './claims.ts'
import { DiagnosticResponse, DiagnosticsQuery, DiagnosticsReport, RepairResponse } from './diagnostics.ts'
import { BoardsQuery, BoardsResponse } from './boards.ts'
import {
  FollowRuleChange,
  FollowRuleResponse,
  FollowRulesResponse,
  NewFollowRule,
  TeamsQuery,
  TeamsResponse,
} from './follow-rules.ts'
import { MatchesResponse } from './matches.ts'
import { AppearancesResponse, OfferAnswer, OffersResponse, SamePersonBody } from './people.ts'
import { OpponentQuery, OpponentResponse } from './opponent.ts'
import { AlertPreferences, PushResponse, SubscribeBody, SubscribeResponse, SwitchAlertsBody } from './push.ts'
import {
  OwnShareResponse,
  ShareBody,
  SharedRollCall,
  ShareResponse,
  ShareTitleBody,
  ShareTitleResponse,
} from './sharing.ts'
import { SiteAnswer } from './site.ts'
import { PolicyBody, TeamQuery, TeamResponse } from './teams.ts'
import { SourceBody, SourceQuery, SourceResponse, SwitchBody, SwitchResponse } from './source-status.ts'
import { StepPreferences, StepsResponse } from './steps.ts'
import {
  AddTournamentsBody,
  AddTournamentsResponse,
  AvailableResponse,
  TournamentResponse,
  TournamentsResponse,
} from './tournaments.ts'

/** Who may call: everybody, signed-in users, or administrators. */
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
  forgotPassword: { ...addresses.forgotPassword, access: 'anyone', body: ForgotPasswordBody, response: Done },
  resetPassword: { ...addresses.resetPassword, access: 'anyone', body: ResetPasswordBody, response: Done },
  checkReset: { ...addresses.checkReset, access: 'anyone', body: EmailedLinkBody, response: Done },
  checkEmailLink: { ...addresses.checkEmailLink, access: 'anyone', body: EmailedLinkBody, response: EmailLink },
  verifyEmail: { ...addresses.verifyEmail, access: 'anyone', body: EmailedLinkBody, response: Done },
  restoreAccount: { ...addresses.restoreAccount, access: 'anyone', body: EmailedLinkBody, response: Restored },
  updateProfile: { ...addresses.updateProfile, access: 'user', body: ProfileBody, response: User },
  sendEmailLink: { ...addresses.sendEmailLink, access: 'user', response: Done },
  changePassword: { ...addresses.changePassword, access: 'user', body: ChangePasswordBody, response: Done },
  sessions: { ...addresses.sessions, access: 'user', response: SessionsResponse },
  endSession: { ...addresses.endSession, access: 'user', response: Done },
  site: { ...addresses.site, access: 'anyone', response: SiteAnswer },

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
  tournamentTeams: { ...addresses.tournamentTeams, access: 'user', query: TeamsQuery, response: TeamsResponse },
  team: { ...addresses.team, access: 'user', query: TeamQuery, response: TeamResponse },
  setPointsPolicy: { ...addresses.setPointsPolicy, access: 'user', body: PolicyBody, response: Done },
  searchAthletes: { ...addresses.searchAthletes, access: 'user', query: SearchQuery, response: AthleteSearchResponse },
  tournamentBoards: { ...addresses.tournamentBoards, access: 'user', query: BoardsQuery, response: BoardsResponse },

  followRules: { ...addresses.followRules, access: 'user', response: FollowRulesResponse },
  followRule: { ...addresses.followRule, access: 'user', response: FollowRuleResponse },
  createFollowRule: {
    ...addresses.createFollowRule,
    access: 'user',
    body: NewFollowRule,
    response: FollowRuleResponse,
  },
  changeFollowRule: {
    ...addresses.changeFollowRule,
    access: 'user',
    body: FollowRuleChange,
    response: FollowRuleResponse,
  },
  removeFollowRule: { ...addresses.removeFollowRule, access: 'user', response: Done },

  followedAthletes: { ...addresses.followedAthletes, access: 'user', response: FollowedResponse },
  follow: { ...addresses.follow, access: 'user', response: FollowResponse },
  unfollow: { ...addresses.unfollow, access: 'user', response: UnfollowResponse },
  unfollowAlias: { ...addresses.unfollowAlias, access: 'user', response: UnfollowResponse },
  orderOfFights: { ...addresses.orderOfFights, access: 'user', response: OrderOfFightsResponse },
  opponent: { ...addresses.opponent, access: 'user', query: OpponentQuery, response: OpponentResponse },
  refreshOrderOfFights: { ...addresses.refreshOrderOfFights, access: 'user', response: RefreshResponse },
  scrapeOrderOfFights: { ...addresses.scrapeOrderOfFights, access: 'user', response: RefreshResponse },
  appearances: { ...addresses.appearances, access: 'user', response: AppearancesResponse },
  setSamePerson: { ...addresses.setSamePerson, access: 'user', body: SamePersonBody, response: Done },
  personOffers: { ...addresses.personOffers, access: 'user', response: OffersResponse },
  answerOffer: { ...addresses.answerOffer, access: 'user', body: OfferAnswer, response: Done },
  athleteNotes: { ...addresses.athleteNotes, access: 'user', body: NotesBody, response: NotesResponse },

  steps: { ...addresses.steps, access: 'user', response: StepsResponse },
  writeSteps: { ...addresses.writeSteps, access: 'user', body: StepPreferences, response: StepsResponse },

  push: { ...addresses.push, access: 'user', response: PushResponse },
  writeAlertPreferences: { ...addresses.writeAlertPreferences, access: 'user', body: AlertPreferences, response: Done },
  subscribe: { ...addresses.subscribe, access: 'user', body: SubscribeBody, response: SubscribeResponse },
  unsubscribe: { ...addresses.unsubscribe, access: 'user', response: Done },
  testAlert: { ...addresses.testAlert, access: 'user', response: Done },
  switchAlerts: { ...addresses.switchAlerts, access: 'user', body: SwitchAlertsBody, response: Done },

  upcomingMatches: { ...addresses.upcomingMatches, access: 'user', response: MatchesResponse },
  completedMatches: { ...addresses.completedMatches, access: 'user', response: MatchesResponse },
  liveMatches: { ...addresses.liveMatches, access: 'user', response: MatchesResponse },
  claimMatch: { ...addresses.claimMatch, access: 'user', body: ClaimBody, response: ClaimResponse },

  share: { ...addresses.share, access: 'user', body: ShareBody, response: ShareResponse },
  ownShare: { ...addresses.ownShare, access: 'user', response: OwnShareResponse },
  deleteOwnShare: { ...addresses.deleteOwnShare, access: 'user', response: Done },
  setShareTitle: { ...addresses.setShareTitle, access: 'user', body: ShareTitleBody, response: ShareTitleResponse },
  deleteShare: { ...addresses.deleteShare, access: 'user', response: Done },
  setClaimRight: { ...addresses.setClaimRight, access: 'user', body: ClaimRightBody, response: ClaimRightResponse },
  sharedRollCall: { ...addresses.sharedRollCall, access: 'anyone', response: SharedRollCall },
  claimSharedMatch: { ...addresses.claimSharedMatch, access: 'anyone', body: ClaimBody, response: ClaimResponse },

  followDiagnostics: {
    ...adminAddresses.followDiagnostics,
    access: 'superadmin',
    query: DiagnosticsQuery,
    response: DiagnosticsReport,
  },
  athleteDiagnostic: { ...adminAddresses.athleteDiagnostic, access: 'superadmin', response: DiagnosticResponse },
  repairAthlete: { ...adminAddresses.repairAthlete, access: 'superadmin', response: RepairResponse },
  adminDashboard: { ...adminAddresses.adminDashboard, access: 'superadmin', response: DashboardResponse },
  adminSystem: { ...adminAddresses.adminSystem, access: 'superadmin', response: SystemResponse },
  adminUsers: { ...adminAddresses.adminUsers, access: 'superadmin', query: ListQuery, response: AdminUsers },
  adminTournaments: {
    ...adminAddresses.adminTournaments,
    access: 'superadmin',
    query: AdminTournamentsQuery,
    response: AdminTournaments,
  },
  adminAthletes: { ...adminAddresses.adminAthletes, access: 'superadmin', query: ListQuery, response: AdminAthletes },
  adminLinks: { ...adminAddresses.adminLinks, access: 'superadmin', query: ListQuery, response: AdminLinks },
  adminRemoveUser: { ...adminAddresses.adminRemoveUser, access: 'superadmin', response: Done },
  adminRemoveTournament: { ...adminAddresses.adminRemoveTournament, access: 'superadmin', response: RemovedTournament },
  adminRemoveLink: { ...adminAddresses.adminRemoveLink, access: 'superadmin', response: Done },
  adminRemoveInactiveLink: { ...adminAddresses.adminRemoveInactiveLink, access: 'superadmin', response: Done },
  adminSetTimezone: {
    ...adminAddresses.adminSetTimezone,
    access: 'superadmin',
    body: TimezoneBody,
    response: TimezoneResponse,
  },
  adminSource: { ...adminAddresses.adminSource, access: 'superadmin', query: SourceQuery, response: SourceResponse },
  adminSwitchSource: {
    ...adminAddresses.adminSwitchSource,
    access: 'superadmin',
    body: SwitchBody,
    response: SwitchResponse,
  },
  adminSourceBody: { ...adminAddresses.adminSourceBody, access: 'superadmin', response: SourceBody },
  adminAudit: { ...adminAddresses.adminAudit, access: 'superadmin', query: AuditQuery, response: AuditResponse },
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints
export type ResponseOf<Name extends EndpointName> = z.infer<(typeof endpoints)[Name]['response']>
export type BodyOf<Name extends EndpointName> = (typeof endpoints)[Name] extends {
  body: infer Body extends z.ZodMiniType
}
  ? z.input<Body>
  : undefined
