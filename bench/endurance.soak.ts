// node bench/endurance.soak.ts kills|loss [minutes]: a chaos run with one kind of fault for some minutes:
//   kills  one of the two processes is killed each minute, in turn (reliability R-19)
//   loss   nftables drops a fifth of all packets to and from the clients and the database (reliability R-12). Needs root
//          and its own network namespace
// Exits with 1 if a client observed a violation.
import { spawnSync } from 'node:child_process'
import { systemClock } from '#platform/clock.ts'
import { randomFrom } from '#simulator/tournament/random.ts'
import { type ChaosClients, openClients } from '#support/faults/clients.ts'
import { openCluster } from '#support/faults/cluster.ts'
import { runChaos } from '#support/faults/chaos-run.ts'
import { quantile } from './figure.ts'

const [fault = '', given = ''] = process.argv.slice(2)
const requirement = { kills: 'R-19', loss: 'R-12' }[fault]
if (requirement === undefined) throw new Error('Name the fault: kills or loss.')
const minutes = Number(given) || { kills: 10, loss: 5 }[fault] || 0
const killEvery = 60_000
const sampleEvery = 1_000

await using stack = new AsyncDisposableStack()
// Enough fights for the whole run, in which the simulator's clock runs twenty times as fast as the real one.
const cluster = stack.adopt(
  await openCluster({ athletes: Array.from({ length: 15 }, () => 8 + 2 * minutes), mats: 8 }),
  (each) => each.close(),
)
const clients = stack.adopt(await openClients(cluster, randomFrom('endurance', fault)), async (each) => each.close())
const answers = { ms: [] as number[], none: 0 }

const { violations, nonResumingViolations, ...result } = await runChaos(clients, {
  seed: minutes,
  async injectFaults() {
    const sampling = sampleLists(clients)
    const injected = fault === 'kills' ? await kill() : await lose()
    await sampling.stop()
    return [injected]
  },
})
for (const line of violations.slice(0, 20)) console.log(line)
console.log(
  `${requirement}: ${result.faults.join()}: ${violations.length} violations, the non-resuming client missed ${nonResumingViolations.length}; ` +
    `${result.messages} messages, ${result.reconnects} reconnects, ${result.reloads} full loads, ${result.acknowledged} acknowledged writes; ` +
    `a list after ${quantile(answers.ms, 0.5).toFixed(0)} ms, p99 ${quantile(answers.ms, 0.99).toFixed(0)} ms, ${answers.none} of ${answers.ms.length + answers.none} not within 4 s; ` +
    `all recovered ${(result.recoveryMs / 1_000).toFixed(1)} s after the end`,
)
process.exitCode = violations.length === 0 ? 0 : 1

async function kill(): Promise<string> {
  const startedAt = systemClock.monotonic()
  const random = randomFrom('kills')
  let kills = 0
  for (; kills < minutes; kills++) {
    await systemClock.sleep(Math.max(0, startedAt + (kills + 1) * killEvery - systemClock.monotonic()))
    await cluster.killProcess(kills % 2, random.int(0, 2_000))
  }
  return `${kills} kills in ${minutes} minutes`
}

async function lose(): Promise<string> {
  const ports = `{ ${cluster.ports.join(', ')} }`
  nft('add table inet loss')
  try {
    nft('add chain inet loss input { type filter hook input priority 0; }')
    for (const side of ['sport', 'dport'])
      nft(`add rule inet loss input tcp ${side} ${ports} numgen random mod 5 == 0 counter drop`)
    await systemClock.sleep(minutes * 60_000)
    const counters = [...nft('list table inet loss').matchAll(/packets (\d+)/g)]
    const lost = counters.reduce((sum, [, count]) => sum + Number(count), 0)
    return `${lost} packets lost in ${minutes} minutes`
  } finally {
    nft('delete table inet loss')
  }
}

function nft(command: string): string {
  const { status, stdout, stderr } = spawnSync('nft', [command], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`nft ${command}: ${stderr || 'nftables is not installed'}`)
  return stdout
}

/** Loads a list every second, and records how long the answer takes. */
function sampleLists({ viewers }: ChaosClients): { stop(): Promise<void> } {
  const [viewer] = viewers.slice(-1)
  const samples = systemClock.every(sampleEvery, async () => {
    const at = systemClock.monotonic()
    if (await viewer?.get('/api/matches/upcoming')) answers.ms.push(systemClock.monotonic() - at)
    else answers.none++
  })
  return { stop: () => samples.stop() }
}
