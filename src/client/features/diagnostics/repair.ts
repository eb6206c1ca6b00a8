// Repairs: the server reads the source again for one athlete, and the screen keeps the outcome per athlete.
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '#contract/diagnostic-sentences.ts'
import type { RepairResponse } from '#contract/diagnostics.ts'
import { useLive } from '#client/live/context.tsx'
import { CallError } from '#client/requests/call-error.ts'
import { call } from '#client/requests/call.ts'
import { notesText } from '#client/texts/diagnostic-notes.ts'
import { t } from '#client/texts/t.ts'
import { showToast } from '#client/ui/toast.ts'
import { detailKey, reportKey } from './queries.ts'

/** How long the report is polled for a repair that runs in the background, in ms. */
const pollingTimeout = 60_000

/** 'repair' is Quick Repair, 'refresh' is Refresh Data. */
export type Kind = 'repair' | 'refresh'
export type Repair = { kind: Kind } & (
  | { state: 'running' }
  /**
   * `finished`: false if the server was still reading when it answered. `isPolled`: true while the report is polled for this
   * repair, for one minute. `triedAt`: the athlete's latest attempted reading at the time of the answer; null for none.
   */
  | { state: 'done'; text: string; finished: boolean; isPolled: boolean; triedAt: string | null }
  | { state: 'failed'; text: string }
)

export type Repairs = {
  /** The state of an athlete's latest repair. */
  of(athleteId: number): Repair | undefined
  start(athleteId: number, kind: Kind): void
  /** True while the report is polled for a repair that runs in the background. */
  isRepairing: boolean
}

/** The repairs since the screen was opened; only the latest of an athlete is kept. */
export function useRepairs(): Repairs {
  const { queryClient } = useLive()
  const [repairs, setRepairs] = useState<ReadonlyMap<number, Repair>>(new Map())
  const store = (id: number, repair: Repair): void => setRepairs((known) => new Map(known).set(id, repair))
  const mutation = useMutation({
    // A retry would only burden the source.
    retry: false,
    mutationFn: ({ id }: { id: number; kind: Kind }): Promise<RepairResponse> =>
      call('repairAthlete', { params: { id } }),
    onMutate: ({ id, kind }) => store(id, { kind, state: 'running' }),
    onSuccess: ({ notes, read, finished, diagnostic: { lastTriedAt } }, { id, kind }) => {
      const text = notesText(notes)
      const done: Repair = { kind, state: 'done', text, finished, isPolled: !finished, triedAt: lastTriedAt }
      store(id, done)
      if (!finished) setTimeout(() => setRepairs((known) => withoutPolling(known, id, done)), pollingTimeout)
      // Only an athlete whose pages were read counts as repaired.
      if (read) showToast({ title: t('diagnostics.repaired'), text: t('diagnostics.repairedText', { id: String(id) }) })
      else showToast({ title: t(finished ? 'diagnostics.notRead' : 'diagnostics.reading'), text })
      return Promise.all(
        [reportKey, detailKey(id)].map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] })),
      )
    },
    onError: (error, { id, kind }) => {
      store(id, { kind, state: 'failed', text: failureSentence(error) })
      showToast({ kind: 'failure', title: t('diagnostics.repairFailed'), text: failureText(error) })
    },
  })
  return {
    of: (id) => repairs.get(id),
    start: (id, kind) => {
      if (repairs.get(id)?.state !== 'running') mutation.mutate({ id, kind })
    },
    isRepairing: [...repairs.values()].some((repair) => repair.state === 'done' && repair.isPolled),
  }
}

/** The repairs, with the polling for `repair` of athlete `id` ended; unchanged if a later repair has replaced it. */
export const withoutPolling = (
  repairs: ReadonlyMap<number, Repair>,
  id: number,
  repair: Repair,
): ReadonlyMap<number, Repair> =>
  repair.state === 'done' && repairs.get(id) === repair
    ? new Map(repairs).set(id, { ...repair, isPolled: false })
    : repairs

/** 'HTTP error! status: 502' for an error answer; the general sentence without an answer (sharing-and-admin.md section 8). */
export const failureText = (error: Error): string =>
  error instanceof CallError && error.status !== 0
    ? t('diagnostics.httpError', { code: String(error.status) })
    : t('diagnostics.repairFailedText')

/** The server's sentence, translated. There is no error code for a source that is switched off. */
function failureSentence(error: Error): string {
  if (!(error instanceof CallError)) return t('diagnostics.repairFailedText')
  const isOff = error.errorText === sentenceOf({ code: 'sourceOff' })
  return isOff ? t('diagnostics.say.sourceOff') : error.sentence
}
