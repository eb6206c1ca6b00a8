// node bench/weather.soak.ts kills|loss [minutes]: the company of the storms while, for some minutes,
//   kills  one of the two processes is killed each minute, in turn (reliability R-19)
//   loss   a fifth of all packets is dropped on every wire of the clients and of the database (reliability R-12). For root,
//          in a network namespace of its own, by nftables
// and the verdict of the storms afterwards. Ends with 1 when something was wrong.
import { spawnSync } from 'node:child_process'
import { systemClock } from '#platform/clock.ts'
import { randomFrom } from '#simulator/tournament/random.ts'
import { type ChaosClients, openClients } from '#support/faults/clients.ts'
import { openCluster } from '#support/faults/cluster.ts'
import { runChaos } from '#support/faults/chaos-run.ts'
import { quantile } from './figure.ts'

const [word = '', given = ''] = process.argv.slice(2)
const requirement = { kills: 'R-19', loss: 'R-12' }[word]
if (requirement === undefined) throw new Error('kills or loss?')
const minutes = Number(given) || { kills: 10, loss: 5 }[word] || 0
const killEvery = 60_000
const lookEvery = 1_000

// Enough fights for the time, which goes twenty times as fast.
await using opened = new AsyncDisposableStack()
const stage = opened.adopt(
  await openCluster({ athletes: Array.from({ length: 15 }, () => 8 + 2 * minutes), mats: 8 }),
  (each) => each.close(),
)
const company = opened.adopt(await openClients(stage, randomFrom('weather', word)), async (each) => each.close())
const answers = { ms: [] as number[], none: 0 }

const {
  violations,
  forgetfulViolations: forgetful,
  ...verdict
} = await runChaos(company, {
  seed: minutes,
  async injectFaults() {
    const looking = look(company)
    const struck = word === 'kills' ? await kill() : await lose()
    await looking.stop()
    return [struck]
  },
})
for (const line of violations.slice(0, 20)) console.log(line)
console.log(
  `${requirement}: ${verdict.faults.join()}: ${violations.length} violations, the forgetful client missed ${forgetful.length}; ` +
    `${verdict.messages} messages, ${verdict.reconnects} returns, ${verdict.reloads} full loads, ${verdict.acknowledged} acknowledged writes; ` +
    `a list after ${quantile(answers.ms, 0.5).toFixed(0)} ms, p99 ${quantile(answers.ms, 0.99).toFixed(0)} ms, ${answers.none} of ${answers.ms.length + answers.none} not within 4 s; ` +
    `all were back ${(verdict.recoveryMs / 1_000).toFixed(1)} s after the end`,
)
process.exitCode = violations.length === 0 ? 0 : 1

async function kill(): Promise<string> {
  const began = systemClock.monotonic()
  const random = randomFrom('kills')
  let kills = 0
  for (; kills < minutes; kills++) {
    await systemClock.sleep(Math.max(0, began + (kills + 1) * killEvery - systemClock.monotonic()))
    await stage.killProcess(kills % 2, random.int(0, 2_000))
  }
  return `${kills} kills in ${minutes} minutes`
}

async function lose(): Promise<string> {
  const ports = `{ ${stage.ports.join(', ')} }`
  nft('add table inet loss')
  nft('add chain inet loss input { type filter hook input priority 0; }')
  for (const side of ['sport', 'dport'])
    nft(`add rule inet loss input tcp ${side} ${ports} numgen random mod 5 == 0 counter drop`)
  await systemClock.sleep(minutes * 60_000)
  const lost = [...nft('list table inet loss').matchAll(/packets (\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
  nft('delete table inet loss')
  return `${lost} packets lost in ${minutes} minutes`
}

function nft(order: string): string {
  const { status, stdout, stderr } = spawnSync('nft', [order], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`nft ${order}: ${stderr || 'nftables is not here'}`)
  return stdout
}

/** Somebody who opens a list every second. */
function look({ viewers }: ChaosClients): { stop(): Promise<void> } {
  const [viewer] = viewers.slice(-1)
  const looks = systemClock.every(lookEvery, async () => {
    const at = systemClock.monotonic()
    if (await viewer?.get('/api/matches/upcoming')) answers.ms.push(systemClock.monotonic() - at)
    else answers.none++
  })
  return { stop: () => looks.stop() }
}
