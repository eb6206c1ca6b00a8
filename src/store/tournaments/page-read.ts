// What the recorder is told of a fetch, and what it answers.
import type { LoggedChange } from '#domain/tournament-state.ts'

/** What is known of the fetch besides what the page says. */
export type PageRead = {
  /** When the page was asked for, epoch ms: nothing on it is older, and what is fresher wins. */
  fetchedAt: number
  /** The number of the lease under which it was read; an older one than the lease has now is refused. */
  fence?: number
  bytes: number
  /** Of the body as it came. The same again has nothing to say, if nothing else happened since. */
  bodyHash: string
  /** Kept for inspection when the reading is unusable. */
  body?: string
}

export type Recorded = {
  changes: LoggedChange[]
  /**
   * Why nothing was recorded. 'older': a later fetch of this page is recorded already. 'fence': another process leads.
   * 'guarded': the page says far less than before and must say so again (reconcile/anomaly.ts). 'unknown': no such tournament.
   */
  refused?: 'older' | 'fence' | 'guarded' | 'unknown'
  /** The page is not what it should be; its body is kept. */
  quarantined?: boolean
}
