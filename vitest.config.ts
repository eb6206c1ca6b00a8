import { defineConfig } from 'vitest/config'

/** In ms. A hung socket or page fails its test instead of the whole run. */
const slow = { testTimeout: 60_000, hookTimeout: 120_000 }
/** Files run two at a time: as many as the build machine has cores, and one database stands them. */
const maxWorkers = 2

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{src,simulator,tools}/**/*.test.{ts,tsx}'],
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
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], maxWorkers, ...slow } },
    ],
  },
})
