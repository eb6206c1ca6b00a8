import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files of a project run first, so that none of them runs alone at the end. */
const slowest = [
  'account',
  'admin',
  'athlete-profile',
  'day-list',
  'sharing',
  'fault-checker',
  'api-edge',
  'ingest-live',
  'demo-or-real',
  'second-start',
  'logos',
  'ingest-shared',
  'ingest-faults',
  'wide-accessibility',
  'database-away',
  'steps',
  'dashboard-states',
]
/** A worker keeps its loaded modules and its browser from file to file of one project; so one project follows the other. */
class ProjectsInTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification): boolean => slowest.some((name) => moduleId.includes(`/${name}`))
    const rank = (file: TestSpecification): number => (file.project.name === 'e2e' ? 0 : 2) + (isSlow(file) ? 0 : 1)
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

/** In ms. A hung socket or page fails its test instead of the whole run. */
const slow = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }
/** The build machine has two cores. Tests of processes and browsers wait for I/O a third of their time. */
const maxWorkers = { unit: 2, others: 3 }
/** What takes minutes, or repeats on another scale what a shorter test shows: `npm run test:long`. */
const long = '**/*.long.test.ts'

export default defineConfig({
  cacheDir: 'dist/cache/vite',
  test: {
    sequence: { sequencer: ProjectsInTurn },
    globalSetup: 'test/support/database-run.ts',
    slowTestThreshold: 30_000, // a browser's second is no news
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,simulator,tools}/**/*.test.{ts,tsx}'],
          setupFiles: ['src/client/texts/start-in-english.ts'],
          maxWorkers: maxWorkers.unit,
          testTimeout: 30_000,
          isolate: false,
          // Every machine has the fonts of this project only.
          env: { DISABLE_SYSTEM_FONTS_LOAD: '1' },
        },
      },
      ...[
        { name: 'integration', include: ['test/integration/**/*.test.ts'], exclude: [long] },
        { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [long] },
        { name: 'long', include: [`test/${long}`] },
      ].map((project) => ({ test: { ...project, ...slow, maxWorkers: maxWorkers.others, isolate: false } })),
    ],
  },
})
