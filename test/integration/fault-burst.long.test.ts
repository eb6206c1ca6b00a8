// A burst of the chaos run: a blackout and two to four other faults at the same time. `npm run soak bursts` runs other seeds.
import { expect, it } from 'vitest'
import { randomFrom } from '#simulator/tournament/random.ts'
import { runChaos } from '#support/faults/chaos-run.ts'
import { openClients } from '#support/faults/clients.ts'
import { openCluster } from '#support/faults/cluster.ts'
import { injectBurst } from '#support/faults/faults.ts'
import type { Viewer } from '#support/faults/viewer.ts'

const seed = 3008
/** In ms, for a run that does not end. */
const timeout = 600_000

it(
  'No client shows invented, older or outdated items when several faults overlap, except the one that does not resume [R-10] [P2] [P3] [P4] [P5]',
  async () => {
    const random = randomFrom('burst', seed)
    const cluster = await openCluster()
    const clients = await openClients(cluster, random)
    try {
      const injectFaults = (nonResuming: Viewer) => injectBurst(clients, nonResuming, random)
      const result = await runChaos(clients, { seed, injectFaults })
      expect(result.violations).toEqual([])
      expect(result.nonResumingViolations.join('\n')).toMatch(/lost|does not show|as it was/)
    } finally {
      clients.close()
      await cluster.close()
    }
  },
  timeout,
)
