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
/** Runs the projects one after the other: a worker keeps its loaded modules and its browser between the files of a project. */
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
          include: ['{src,simulator,tools}/**/*.test.{ts,tsx}'],
          setupFiles: ['src/client/texts/start-in-english.ts'],
          maxWorkers: maxWorkers.unit,
          testTimeout: 30_000,
          isolate: false,
          // Only the fonts in this package, so that all machines give the same results.
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
