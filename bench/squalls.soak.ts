// node bench/squalls.soak.ts [first seed] [count]: short runs of faults, one after another over a stage that stays (reliability
// R-10). Each draws its faults by its own seed and is checked as a storm is. A stage stays until most of its fights are over,
// or until a run has found something wrong. A run in which the forgetful client was not caught says nothing and is not
// counted. Ends with 1 when something was wrong, or when runs that say nothing are many.
import { randomFrom } from '#simulator/tournament/random.ts'
import { type ChaosClients, openClients } from '#support/faults/clients.ts'
import { openCluster, type Cluster } from '#support/faults/cluster.ts'
import { runChaos } from '#support/faults/chaos-run.ts'
import { injectBurst } from '#support/faults/faults.ts'

const [first = 1, count = 100] = process.argv.slice(2).map(Number)
/** Of all fights, so many must still be to come: else little changes, and little can be missed. */
const leastToCome = 0.35
/** More runs than this share that say nothing say that something is wrong with the checker. */
const mostBlind = 0.2

let set: { stage: Cluster; company: ChaosClients } | null = null

async function setUp(seed: number): Promise<{ stage: Cluster; company: ChaosClients }> {
  const stage = await openCluster({ athletes: Array.from({ length: 15 }, () => 16), mats: 8 })
  return { stage, company: await openClients(stage, randomFrom('company', seed)) }
}

async function takeDown(): Promise<void> {
  set?.company.close()
  await set?.stage.close()
  set = null
}

const isWornOut = ({ day }: Cluster): boolean =>
  day.matches().filter(({ ending }) => ending === null).length < leastToCome * day.matches().length

const began = performance.now()
const failed: number[] = []
let [counted, blind, broken, running] = [0, 0, 0, 0]
for (let seed = first; seed < first + count; seed++) {
  try {
    if (set && isWornOut(set.stage)) await takeDown()
    const { company } = (set ??= await setUp(seed))
    const at = performance.now()
    const { violations, forgetfulViolations: forgetful, ...verdict } = await runChaos(company, {
      seed,
      injectFaults: (forgetful) => injectBurst(company, forgetful, randomFrom('squall', seed)),
    })
    const ms = Math.round(performance.now() - at)
    running += ms
    console.log(JSON.stringify({ seed, ms, ...verdict, forgetful: forgetful.length, violations: violations.length }))
    if (violations.length > 0) {
      failed.push(seed)
      for (const line of violations) console.log(`  ${line}`)
      await takeDown()
    } else if (forgetful.length === 0) blind++
    else counted++
  } catch (error) {
    // Nothing was seen that must not be, but something never came: a machine that is far too busy, or a process that hangs.
    broken++
    console.log(`seed ${seed}: ${String(error)}\n${set?.stage.output() ?? ''}`)
    await takeDown()
  }
}
await takeDown()
const minutes = (performance.now() - began) / 60_000
console.log(
  `R-10: ${counted} squalls in ${minutes.toFixed(0)} minutes, ${(running / 1_000 / Math.max(1, counted + blind)).toFixed(1)} s each, ` +
    `${failed.length} failed${failed.length > 0 ? ` (${failed.join(', ')})` : ''}, ${broken} broke off, ${blind} said nothing`,
)
process.exitCode = failed.length + broken > 0 || blind > mostBlind * count ? 1 : 0
