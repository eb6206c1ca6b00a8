// npm run soak [first] [count]: one storm after another over real processes and clients, each with a seed of its own; a line
// a storm says what it was like. Then, for root, a disk that becomes full. Ends with 1 when one of them found a violation.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const [first = 100, count = 20] = process.argv.slice(2).map(Number)
const seeds = Array.from({ length: count }, (_, index) => first + index)
const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'integration', 'test/integration/fault-checker.test.ts'],
  { stdio: 'inherit', env: { ...process.env, STORM_SEEDS: seeds.join() } },
)
const disk =
  process.getuid?.() === 0
    ? spawnSync(process.execPath, [join(import.meta.dirname, 'disk-full.ts')], { stdio: 'inherit' }).status
    : 0
process.exitCode = (status ?? 1) || (disk ?? 1)
