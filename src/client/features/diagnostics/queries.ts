// What the diagnostics screen reads.
import { queryOptions } from '@tanstack/react-query'
import { pagedList } from '#client/cache/paging.ts'
import { addressOf, call } from '#client/requests/call.ts'
import type { Readiness } from './readiness.ts'

export type Filter = { readiness: 'all' | 'not-ready' | Readiness; search: string }

/** Athletes a part; the server gives as many when nothing else is said. */
const part = 200
/** While a repair goes on in the background its outcome is looked for this often, in ms. */
const lookAgain = 5_000

export const reportKey = [addressOf('followDiagnostics')] as const

/** The report with the athletes that a filter finds; each part brings the whole summary. */
export const reportQuery = (filter: Filter, isUnderWay: boolean) =>
  pagedList(
    [...reportKey, filter],
    async (from, signal) => {
      const report = await call('followDiagnostics', { query: { ...filter, limit: part, offset: from }, signal })
      const read = from + report.diagnostics.length
      const hasMore = report.diagnostics.length > 0 && read < report.total
      return { ...report, rows: report.diagnostics, next: hasMore ? read : null }
    },
    isUnderWay ? { refreshEvery: lookAgain } : {},
  )

export const detailKey = (id: number) => [addressOf('athleteDiagnostic', { params: { id } })] as const

export const detailQuery = (id: number) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: async ({ signal }) => (await call('athleteDiagnostic', { params: { id }, signal })).diagnostic,
    staleTime: 0,
  })
