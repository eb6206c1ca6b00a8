// node bench/bursts.soak.ts [first seed] [count]: bursts of faults, one after another on one cluster (reliability R-10). Each
// draws its faults from its own seed and is checked like a chaos run. The cluster is replaced once most of its fights are over
// or a burst has failed or was aborted. One client does not resume after a reconnect, so it must miss changes; a burst in which
// it missed none is inconclusive and does not count. Exits with 1 if a burst failed or was aborted, or if too many are
// inconclusive.
import { randomFrom } from '#simulator/tournament/random.ts'
import { type ChaosClients, openClients } from '#support/faults/clients.ts'
import { openCluster, type Cluster } from '#support/faults/cluster.ts'
import { runChaos } from '#support/faults/chaos-run.ts'
import { injectBurst } from '#support/faults/faults.ts'

const [first = 1, count = 100] = process.argv.slice(2).map(Number)
/** The minimum share of fights that are not over; with fewer, too little changes for a client to miss anything. */
const minimumUnfinished = 0.35
/** A larger share of inconclusive bursts means that the checker is broken. */
const maximumInconclusive = 0.2

let current: { cluster: Cluster; clients: ChaosClients } | null = null

async function setUp(seed: number): Promise<{ cluster: Cluster; clients: ChaosClients }> {
  const cluster = await openCluster({ athletes: Array.from({ length: 15 }, () => 16), mats: 8 })
  return { cluster, clients: await openClients(cluster, randomFrom('clients', seed)) }
}

async function takeDown(): Promise<void> {
  current?.clients.close()
  await current?.cluster.close()
  current = null
}

const isMostlyOver = ({ day }: Cluster): boolean =>
  day.matches().filter(({ ending }) => ending === null).length < minimumUnfinished * day.matches().length

const startedAt = performance.now()
const failed: number[] = []
let [passed, inconclusive, aborted, totalMs] = [0, 0, 0, 0]
for (let seed = first; seed < first + count; seed++) {
  try {
    if (current && isMostlyOver(current.cluster)) await takeDown()
    const { clients } = (current ??= await setUp(seed))
    const burstStartedAt = performance.now()
    const { violations, nonResumingViolations, ...result } = await runChaos(clients, {
      seed,
      injectFaults: (nonResuming) => injectBurst(clients, nonResuming, randomFrom('burst', seed)),
    })
    const ms = Math.round(performance.now() - burstStartedAt)
    totalMs += ms
    console.log(
      JSON.stringify({ seed, ms, ...result, nonResuming: nonResumingViolations.length, violations: violations.length }),
    )
    if (violations.length > 0) {
      console.log(clients.cluster.output())
      failed.push(seed)
      for (const line of violations) console.log(`  ${line}`)
      await takeDown()
    } else if (nonResumingViolations.length === 0) inconclusive++
    else passed++
  } catch (error) {
    // An error, such as a timeout, is not a violation: the machine is overloaded, or a process hangs.
    aborted++
    console.log(`seed ${seed}: ${String(error)}\n${current?.cluster.output() ?? ''}`)
    await takeDown()
  }
}
await takeDown()
const minutes = (performance.now() - startedAt) / 60_000
console.log(
  `R-10: ${passed} bursts in ${minutes.toFixed(0)} minutes, ${(totalMs / 1_000 / Math.max(1, passed + inconclusive + failed.length)).toFixed(1)} s each, ` +
    `${failed.length} failed${failed.length > 0 ? ` (${failed.join(', ')})` : ''}, ${aborted} aborted, ${inconclusive} inconclusive`,
)
process.exitCode = failed.length + aborted > 0 || inconclusive > maximumInconclusive * count ? 1 : 0
