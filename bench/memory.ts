import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The bytes in use after a garbage collection. */
export function memoryInUse(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
