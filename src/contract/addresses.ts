// Where every call goes. Apart from the shapes of what is said, so that the browser calls without loading a schema.

export const addresses = {
  user: { method: 'GET', path: '/api/user' },
  authCheck: { method: 'GET', path: '/api/auth/check' },
  login: { method: 'POST', path: '/api/login' },
  register: { method: 'POST', path: '/api/register' },
  logout: { method: 'POST', path: '/api/logout' },
  site: { method: 'GET', path: '/api/site' },

  tournaments: { method: 'GET', path: '/api/tournaments' },
  availableTournaments: { method: 'GET', path: '/api/tournaments/bjj-comp-system' },
  addTournaments: { method: 'POST', path: '/api/tournaments/add' },
  tournament: { method: 'GET', path: '/api/tournaments/:id' },
  removeTournament: { method: 'DELETE', path: '/api/tournaments/:id' },
  searchAthletes: { method: 'GET', path: '/api/tournaments/:id/athletes' },

  followedAthletes: { method: 'GET', path: '/api/athletes/followed' },
  follow: { method: 'POST', path: '/api/athletes/:id/follow' },
  unfollow: { method: 'DELETE', path: '/api/athletes/:id/follow' },
  unfollowAlias: { method: 'DELETE', path: '/api/athletes/:id/unfollow' },
  orderOfFights: { method: 'GET', path: '/api/athletes/:id/order-of-fights' },
  refreshOrderOfFights: { method: 'POST', path: '/api/athletes/:id/refresh-order-of-fights' },
  scrapeOrderOfFights: { method: 'POST', path: '/api/athletes/:id/scrape-order-of-fights' },

  upcomingMatches: { method: 'GET', path: '/api/matches/upcoming' },
  completedMatches: { method: 'GET', path: '/api/matches/completed' },
  liveMatches: { method: 'GET', path: '/api/matches/live' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string }>
