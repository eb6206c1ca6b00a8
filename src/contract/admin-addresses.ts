// The method and path of every endpoint for administrators; the browser loads them with their screens.

export const adminAddresses = {
  followDiagnostics: { method: 'GET', path: '/api/admin/follow-diagnostics' },
  athleteDiagnostic: { method: 'GET', path: '/api/admin/follow-diagnostics/:id' },
  repairAthlete: { method: 'POST', path: '/api/admin/repair-athlete/:id' },
  adminDashboard: { method: 'GET', path: '/api/admin/dashboard' },
  adminSystem: { method: 'GET', path: '/api/admin/system' },
  adminUsers: { method: 'GET', path: '/api/admin/users' },
  adminTournaments: { method: 'GET', path: '/api/admin/tournaments' },
  adminAthletes: { method: 'GET', path: '/api/admin/athletes' },
  adminLinks: { method: 'GET', path: '/api/admin/shareable-links' },
  adminRemoveUser: { method: 'DELETE', path: '/api/admin/users/:id' },
  adminRemoveTournament: { method: 'DELETE', path: '/api/admin/tournaments/:id' },
  adminRemoveLink: { method: 'DELETE', path: '/api/admin/shareable-links/:id' },
  adminRemoveInactiveLink: { method: 'DELETE', path: '/api/admin/links/:id' },
  adminSetTimezone: { method: 'PUT', path: '/api/admin/tournaments/:id/timezone' },
  adminSource: { method: 'GET', path: '/api/admin/source' },
  adminSwitchSource: { method: 'PUT', path: '/api/admin/source/switch' },
  adminSourceBody: { method: 'GET', path: '/api/admin/source/pages/:id' },
  adminAudit: { method: 'GET', path: '/api/admin/audit' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string }>
