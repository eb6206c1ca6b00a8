import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than their size tells: begun first, so that they do not run alone at the end. */
const long = ['fault-checker', 'database-away', 'commands', 'admin', 'accessibility', 'athlete-profile', 'journey']
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification): boolean => long.some((name) => moduleId.includes(`/${name}`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** In ms. A hung socket or page fails its test instead of the whole run. */
const slow = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }
/** Files run two at a time: as many as the build machine has cores, and one database stands them. */
const maxWorkers = 2

export default defineConfig({
  cacheDir: 'dist/cache/vite',
  test: {
    sequence: { sequencer: LongFirst },
    slowTestThreshold: 30_000, // a browser's second is no news
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,simulator,tools}/**/*.test.{ts,tsx}'],
          setupFiles: ['src/client/texts/start-in-english.ts'],
          maxWorkers,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: 'test/support/database-run.ts',
          maxWorkers,
          ...slow,
        },
      },
      // A third of their time goes in waiting for the next reading of the source, for fades and for banners.
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], maxWorkers: maxWorkers + 1, ...slow } },
    ],
  },
})
