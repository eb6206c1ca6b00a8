// The queries of the diagnostics screen.
import { queryOptions } from '@tanstack/react-query'
import { pagedList } from '#client/cache/paging.ts'
import '#client/requests/administration.ts'
import { addressOf, call } from '#client/requests/call.ts'
import type { Readiness } from './readiness.ts'

export type Filter = { readiness: 'all' | 'not-ready' | Readiness; search: string }

/** Athletes per page, the server's default. */
const pageSize = 200
/** Refetch interval while a repair runs in the background, in ms. */
const refetchInterval = 5_000

/** The first part of every report's query key. */
export const reportKey = [addressOf('followDiagnostics')] as const

/** The report with the filtered athletes; each page contains the whole summary. */
export const reportQuery = (filter: Filter, isRepairing: boolean) =>
  pagedList(
    [...reportKey, filter],
    async (from, signal) => {
      const report = await call('followDiagnostics', { query: { ...filter, limit: pageSize, offset: from }, signal })
      const end = from + report.diagnostics.length
      const hasMore = report.diagnostics.length > 0 && end < report.total
      return { ...report, rows: report.diagnostics, next: hasMore ? end : null }
    },
    isRepairing ? { refreshEvery: refetchInterval } : {},
  )

export const detailKey = (id: number) => [addressOf('athleteDiagnostic', { params: { id } })] as const

/** The diagnostic of one athlete. */
export const detailQuery = (id: number) =>
  queryOptions({
    queryKey: detailKey(id),
    queryFn: async ({ signal }) => (await call('athleteDiagnostic', { params: { id }, signal })).diagnostic,
    staleTime: 0,
  })
