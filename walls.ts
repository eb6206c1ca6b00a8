// Which folder may import which. The linter (oxlint.config.ts) and its check (tools/check-walls.ts) read this table;
// ARCHITECTURE.md shows it.

/** Folders of which others may import the index.ts only. */
export const modules = ['sources', 'reconcile', 'ingest', 'store', 'live', 'notify', 'api']

const shared = ['contract', 'domain']
/** The browser's data layer, the lowest folder first; each may import some of those before it. */
const dataLayer = [
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

/** The folders that each folder may import besides itself. */
export const allowedImports: Record<string, string[]> = {
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
  'client-teams': ['client-texts', ...dataLayer, 'client-ui', ...shared],
  'client-feature': ['client-texts', ...dataLayer, 'client-ui', 'client-teams', ...shared],
  'client-shared': ['client-texts', 'client-requests', 'client-cache', 'client-live', 'client-ui', ...shared],
  'client-app': ['client-texts', 'client-feature', 'client-teams', ...dataLayer, 'client-ui', ...shared],
  'client-worker': shared,
  simulator: [],
  support: ['simulator', ...server],
  integration: ['support', 'simulator', ...server],
  e2e: ['support', 'simulator', ...shared],
  bench: ['support', 'simulator', ...server],
  tools: ['support', 'simulator', 'sources', 'ingest', 'platform', ...shared],
}

/** The path of each folder. */
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
