import { defineConfig } from 'vitest/config'

/** In ms. A hung socket or page fails its test instead of the whole run. */
const slow = { testTimeout: 60_000, hookTimeout: 120_000 }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['{src,simulator,tools}/**/*.test.{ts,tsx}'] } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          globalSetup: 'test/support/database-run.ts',
          ...slow,
        },
      },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts'], fileParallelism: false, ...slow } },
    ],
  },
})
