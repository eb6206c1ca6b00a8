import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The slowest files run first, so that none of them runs alone at the end. */
const slowest = [
  'fault-checker',
  'account',
  'admin',
  'athlete-profile',
  'sharing',
  'database-away',
  'demo-or-real',
  'second-start',
  'wide-accessibility',
  'logos',
]
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => slowest.some((name) => moduleId.includes(`/${name}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
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
    sequence: { sequencer: LongFirst },
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
        },
      },
      ...[
        { name: 'integration', include: ['test/integration/**/*.test.ts'], exclude: [long] },
        { name: 'e2e', include: ['test/e2e/**/*.test.ts'], exclude: [long] },
        { name: 'long', include: [`test/${long}`] },
      ].map((project) => ({ test: { ...project, ...slow, maxWorkers: maxWorkers.others } })),
    ],
  },
})
