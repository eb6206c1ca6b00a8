// Has the source read again for one athlete, and remembers beside the athlete what came of it.
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

/** A reading that goes on in the background is not looked for any longer than this, in ms. */
const patience = 60_000

/** 'repair' is Quick Repair, 'refresh' is Refresh Data. */
export type Kind = 'repair' | 'refresh'
export type Repair = { kind: Kind } & (
  | { state: 'running' }
  /** `triedAt`: the athlete's data were last tried then when it was said. */
  | { state: 'done'; text: string; finished: boolean; triedAt: string | null }
  | { state: 'failed'; text: string }
)

export type Repairs = {
  /** How the last repair of an athlete stands. */
  of(athleteId: number): Repair | undefined
  start(athleteId: number, kind: Kind): void
  /** True while the server still reads for one of them. */
  isUnderWay: boolean
}

export function useRepairs(): Repairs {
  const { queryClient } = useLive()
  const [repairs, setRepairs] = useState<ReadonlyMap<number, Repair>>(new Map())
  const note = (id: number, repair: Repair): void => setRepairs((known) => new Map(known).set(id, repair))
  const mutation = useMutation({
    // Asking twice would only cost the source more.
    retry: false,
    mutationFn: ({ id }: { id: number; kind: Kind }): Promise<RepairResponse> =>
      call('repairAthlete', { params: { id } }),
    onMutate: ({ id, kind }) => note(id, { kind, state: 'running' }),
    onSuccess: ({ notes, read, finished, diagnostic: { lastTriedAt } }, { id, kind }) => {
      const done = { kind, state: 'done', text: notesText(notes), triedAt: lastTriedAt } as const
      note(id, { ...done, finished })
      if (!finished) setTimeout(() => note(id, { ...done, finished: true }), patience)
      // Only what was read again is called repaired.
      if (read) showToast({ title: t('diagnostics.repaired'), text: t('diagnostics.repairedText', { id: String(id) }) })
      else showToast({ title: t(finished ? 'diagnostics.notRead' : 'diagnostics.reading'), text: done.text })
      return Promise.all(
        [reportKey, detailKey(id)].map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] })),
      )
    },
    onError: (error, { id, kind }) => {
      note(id, { kind, state: 'failed', text: failureSentence(error) })
      showToast({ kind: 'failure', title: t('diagnostics.repairFailed'), text: failureText(error) })
    },
  })
  return {
    of: (id) => repairs.get(id),
    start: (id, kind) => {
      if (repairs.get(id)?.state !== 'running') mutation.mutate({ id, kind })
    },
    isUnderWay: [...repairs.values()].some((repair) => repair.state === 'done' && !repair.finished),
  }
}

/** 'HTTP error! status: 502' for an answer that is not a success; without any answer the general sentence (section 8). */
export const failureText = (error: Error): string =>
  error instanceof CallError && error.status !== 0
    ? t('diagnostics.httpError', { code: String(error.status) })
    : t('diagnostics.repairFailedText')

/** What the server says of it; that reading is switched off has no error code of its own. */
function failureSentence(error: Error): string {
  if (!(error instanceof CallError)) return t('diagnostics.repairFailedText')
  const isOff = error.errorText === sentenceOf({ code: 'sourceOff' })
  return isOff ? t('diagnostics.say.sourceOff') : error.sentence
}
