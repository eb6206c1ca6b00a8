// The objects that all parts of a process share.
import type { Registry } from 'prom-client'
import type { Config } from '#platform/config.ts'
import type { RunningProcess } from '#platform/lifecycle.ts'
import type { Log } from '#platform/log.ts'
import type { Store } from '#store'
import type { SourcePlace } from './source.ts'

export type ProcessParts = {
  config: Config
  /** The address of the source, and whether it is a simulator. */
  place: SourcePlace
  store: Store
  lifecycle: RunningProcess
  log: Log
  metrics: Registry
}
