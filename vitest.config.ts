import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files, the longest first. They start first, so that none of them runs alone at the end. */
const slowest = [
  'account',
  'fault-checker',
  'ingest-faults',
  'demo-or-real',
  'steps',
  'second-start',
  'database-away',
  'admin',
  'addresses',
  'logos',
  'installed',
  'wide-accessibility',
  'commands',
  'athlete-profile',
  'source-outage',
  'ingest-shared',
  'day-list',
  'dashboard',
  'teams',
  'sharing',
  'claims',
  'alerts',
  'accessibility',
  'discovery',
  'ingest-live',
  'ingest-teams',
]
/**
 * Runs the browser tests before all others, so that a worker keeps its loaded modules and its browser from one file to the next. In
 * both groups the slowest files start first.
 */
class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number => {
      const place = slowest.findIndex((name) => moduleId.includes(`/${name}`))
      return (project.name === 'e2e' ? 0 : 1_000) + (place === -1 ? slowest.length : place)
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** In ms. A hung socket or page fails its test instead of the whole run. */
const slow = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }
/** The build machine has two cores. Browsers use both; tests of the server often wait for timers and other processes. */
const maxWorkers = { unit: 2, integration: 4, others: 3 }
/** Tests that take minutes, or repeat a shorter test on a larger scale: `npm run test:long`. */
const long = '**/*.long.test.ts'

export default defineConfig({
  cacheDir: 'dist/cache/vite',
  test: {
    sequence: { sequencer: ProjectsInTurn },
    globalSetup: 'test/support/database-run.ts',
    slowTestThreshold: 30_000, // Browser tests often take several seconds.
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,simulator,tools,bench}/**/*.test.{ts,tsx}'],
          setupFiles: ['src/client/texts/start-in-english.ts'],
          maxWorkers: maxWorkers.unit,
          testTimeout: 30_000,
          isolate: false,
          // Only the fonts in this package, so that all machines give the same results.
          env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
        },
      },
      ...[
        {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          exclude: [long],
          maxWorkers: maxWorkers.integration,
          // After the browser tests, because projects with different numbers of workers cannot run together.
          sequence: { groupOrder: 1 },
        },
        { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [long] },
        { name: 'long', include: [`test/${long}`] },
      ].map((project) => ({ test: { maxWorkers: maxWorkers.others, ...project, ...slow, isolate: false } })),
    ],
  },
})
