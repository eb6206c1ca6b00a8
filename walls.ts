// Which folder may import which. This table is the architecture; oxlint.config.ts and
// tools/prove-walls.ts both read it, ARCHITECTURE.md shows it.

/** Folders with one door: other folders may import their index.ts and nothing else. */
export const doors = ['sources', 'reconcile', 'ingest', 'store', 'live', 'notify', 'api']

const shared = ['contract', 'domain']
/** The browser's data layer, the lowest room first: each may import some of those before it. */
const clientRooms = [
  'client-requests',
  'client-alerts',
  'client-session',
  'client-cache',
  'client-follow',
  'client-live',
  'client-offline',
]
const server = [
  'main',
  'sources',
  'reconcile',
  'ingest',
  'store',
  'live',
  'notify',
  'api',
  'views',
  'platform',
  ...shared,
]

/** Each folder, and the folders it may import besides itself. */
export const may: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  views: shared,
  platform: [],
  sources: ['domain'],
  reconcile: ['domain'],
  store: ['reconcile', 'domain', 'platform'],
  ingest: ['sources', 'store', 'domain', 'platform'],
  live: ['store', 'views', 'platform', ...shared],
  notify: ['store', 'views', 'platform', ...shared],
  api: ['store', 'views', 'platform', ...shared],
  main: ['sources', 'ingest', 'store', 'live', 'notify', 'api', 'platform', ...shared],
  'client-texts': shared,
  'client-ui': ['client-texts', 'domain'],
  'client-requests': ['client-texts', 'contract'],
  'client-alerts': ['client-requests', 'contract'],
  'client-session': ['client-requests', 'client-alerts', 'contract'],
  'client-cache': ['client-texts', 'client-requests', 'client-session', ...shared],
  'client-follow': ['client-requests', 'client-cache', 'contract'],
  'client-live': ['client-texts', 'client-requests', 'client-session', 'client-cache', 'client-follow', ...shared],
  'client-offline': ['client-requests', 'client-session', 'client-cache', 'client-follow', 'client-live', 'contract'],
  'client-teams': ['client-texts', ...clientRooms, 'client-ui', ...shared],
  'client-feature': ['client-texts', ...clientRooms, 'client-ui', 'client-teams', ...shared],
  'client-shared': ['client-texts', 'client-requests', 'client-cache', 'client-live', 'client-ui', ...shared],
  'client-app': ['client-texts', 'client-feature', 'client-teams', ...clientRooms, 'client-ui', ...shared],
  'client-worker': shared,
  simulator: [],
  support: ['simulator', ...server],
  integration: ['support', 'simulator', ...server],
  e2e: ['support', 'simulator', ...shared],
  bench: ['support', 'simulator', ...server],
  tools: ['support', 'simulator', 'sources', 'ingest', 'platform', ...shared],
}

/** Where each of them lives. */
export const folders: Record<string, string> = {
  main: 'src/main',
  'client-feature': 'src/client/features/*',
  'client-texts': 'src/client/texts',
  'client-ui': 'src/client/ui',
  'client-requests': 'src/client/requests',
  'client-alerts': 'src/client/alerts',
  'client-session': 'src/client/session',
  'client-cache': 'src/client/cache',
  'client-follow': 'src/client/follow',
  'client-live': 'src/client/live',
  'client-offline': 'src/client/offline',
  'client-teams': 'src/client/teams',
  'client-shared': 'src/client/shared',
  'client-app': 'src/client/app',
  'client-worker': 'src/client/worker',
  domain: 'src/domain',
  contract: 'src/contract',
  views: 'src/views',
  platform: 'src/platform',
  sources: 'src/sources',
  reconcile: 'src/reconcile',
  store: 'src/store',
  ingest: 'src/ingest',
  live: 'src/live',
  notify: 'src/notify',
  api: 'src/api',
  simulator: 'simulator',
  support: 'test/support',
  integration: 'test/integration',
  e2e: 'test/e2e',
  bench: 'bench',
  tools: 'tools',
}
