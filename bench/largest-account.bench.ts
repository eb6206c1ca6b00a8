// The CPU of each call for the largest account: 50 rules with 20 aliases each, 20 tournaments with 2,000 athletes each, and 500
// followed athletes ([N-11]). The time of the thread that answers everybody; hashes of passwords are computed on others.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints, type EndpointName } from '#contract/endpoints.ts'
import { systemClock } from '#platform/clock.ts'
import { startDatabaseServer } from '#platform/database-server.ts'
import { openStore } from '#store'
import { makeDatabase, smallSizes } from '#support/large-database/make.ts'
import { openWorkload } from '#support/large-database/workload.ts'
import { removeData } from '#support/rollcall.ts'
import { median, print } from './figure.ts'

const sizes = { ...smallSizes, tournaments: 30, live: 10, upcoming: 18, athletes: 2_000, users: 4_000, devices: 1_000 }
const repetitions = 5
/** Of CPU, ms. */
const budget = 50

const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-account-'))
const server = await startDatabaseServer({ dataDir, durable: false })
try {
  await (await openStore({ databaseUrl: server.url, clock: systemClock })).close()
  await makeDatabase(server.url, sizes)
  await using workload = await openWorkload(server.url, sizes)
  const costs: [name: string, ms: number][] = []
  const failures: string[] = []
  for (const name of Object.keys(endpoints) as EndpointName[]) {
    const call = workload.steps.get(name)
    const times: number[] = []
    while (call && times.length < repetitions) {
      const before = process.threadCpuUsage()
      await call().catch((error: unknown) => failures.push(`${name}: ${String(error)}`))
      const { user, system } = process.threadCpuUsage(before)
      times.push((user + system) / 1_000)
    }
    costs.push([name, median(times)])
  }
  const [worst = ['', Infinity], ...others] = costs.toSorted(([, a], [, b]) => b - a)
  print('[N-11] CPU of the costliest call of the largest account', worst[1], 'ms', { most: budget })
  print('calls of the largest account that failed', failures.length, '', { most: 0 })
  for (const failure of failures) console.log(`  ${failure}`)
  for (const [name, ms] of [worst, ...others].slice(0, 10)) console.log(`  ${name}: ${ms.toFixed(1)} ms`)
} finally {
  await server.stop()
  await removeData(dataDir)
}
