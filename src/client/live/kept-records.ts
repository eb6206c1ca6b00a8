// Which of the kept records may be shown. Pure.
import type { User } from '#contract/accounts.ts'
import { keptAtMost } from './limits.ts'
import { userKey } from './query-client.ts'

/** One query's data as this browser keeps them. */
export type KeptRecord = {
  /** The query's address. */
  key: string
  /** Whose they are. */
  userId: number
  /** Of which build of the app: another one may have another shape. */
  build: string
  /** When they were read, by the device's clock in epoch ms. */
  at: number
  /** How far the server's clock was ahead of the device's then, in ms. */
  ahead: number
  data: unknown
}

type Reader = {
  build: string
  /** The device's clock, epoch ms. */
  now: number
  /** Who is signed in, where that is known already. */
  userId?: number | undefined
}

/**
 * The records that may be shown: of this build, not older than seven days (decision D9), and the user's own. None without
 * the user's own record, or when any of them is another's.
 */
export function showable(records: readonly KeptRecord[], { build, now, userId }: Reader): KeptRecord[] {
  const fit = records.filter((record) => record.build === build && Math.abs(now - record.at) <= keptAtMost)
  const user = fit.find(({ key }) => key === userKey[0])?.data as User | undefined
  if (!user || (userId !== undefined && user.id !== userId)) return []
  return records.every((record) => record.userId === user.id) ? fit : []
}
