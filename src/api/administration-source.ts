// The administrators' view of how the source is read, and the switch that stops all reading.
import type { AuditNote } from '#contract/audit-note.ts'
import { CodedError } from '#contract/errors.ts'
import { shownBodyLimit, type SourceResponse } from '#contract/source-status.ts'
import type { Clock } from '#platform/clock.ts'
import { type Store, sourceOffSetting } from '#store'
import { administratorOf } from './administration.ts'
import type { Handlers } from './calls.ts'

type Names = 'adminSource' | 'adminSwitchSource' | 'adminSourceBody'

/** The list shows at most this many problems of a page, because a page whose markup has changed may have thousands. */
const problemsShown = 10

export function sourceHandlers({ store, clock }: { store: Store; clock: Clock }): Handlers<Names> {
  const { sourceStatus, jobs, audit, settings } = store
  return {
    async adminSource({ query }): Promise<SourceResponse> {
      const [{ rows, total, states }, hosts, leases, requests, waiting, off] = await Promise.all([
        sourceStatus.pages(query),
        sourceStatus.hosts(),
        sourceStatus.leases(),
        sourceStatus.requests(),
        jobs.status(),
        sourceStatus.settingOf(sourceOffSetting),
      ])
      const now = clock.now()
      return {
        success: true,
        serverTime: new Date(now).toISOString(),
        off: off?.value === true,
        offChangedAt: off?.changedAt ?? null,
        offChangedBy: off?.changedBy ?? null,
        requests,
        states,
        hosts: hosts.map(({ perSecond, inFlight, circuitOpen, spentToday, ...host }) => ({
          host: host.host,
          tokens: host.tokens,
          perMinute: perSecond === null ? null : Math.round(perSecond * 60),
          perDay: host.perDay,
          spentToday: perSecond === null ? null : spentToday,
          requestsInFlight: inFlight,
          pausedUntil: host.pausedUntil,
          failures: host.failures,
          circuit: circuitOpen ? 'open' : 'closed',
        })),
        leases,
        jobs: waiting,
        pages: rows.map(({ fetchedAt, everyMs, problems, anomalous, ...page }) => ({
          ...page,
          lastSuccessAt: fetchedAt,
          age: fetchedAt === null ? null : Math.max(0, Math.round((now - Date.parse(fetchedAt)) / 1000)),
          interval: everyMs && Math.round(everyMs / 1000),
          problems: problems.slice(0, problemsShown).map(sentenceOf),
          problemCount: problems.length,
          waitsForConfirmation: anomalous,
        })),
        total,
      }
    },

    async adminSwitchSource(call) {
      const { off } = call.body
      await settings.set(sourceOffSetting, off, call.session.userId)
      await audit.record(administratorOf(call), {
        action: 'switch-source',
        target: 'source',
        detail: off ? 'Reading switched off.' : 'Reading switched on.',
        note: { code: off ? 'readingOff' : 'readingOn' } satisfies AuditNote,
      })
      return { success: true, off }
    },

    async adminSourceBody({ id }) {
      const page = await sourceStatus.body(id)
      if (!page) throw new CodedError('not-found')
      const { body, problems, ...facts } = page
      return {
        success: true,
        ...facts,
        problems: problems.map(sentenceOf),
        body: body.slice(0, shownBodyLimit),
        length: body.length,
      }
    },
  }
}

const sentenceOf = ({ code, where, detail }: { code: string; where: string; detail: string }): string =>
  [where, detail || code].filter(Boolean).join(': ')
