// The calls of follow diagnostics: how complete and fresh the data of every followed athlete is, and the repair of one athlete.
import { athleteTexts } from '#contract/athletes.ts'
import type { AuditNote } from '#contract/audit-note.ts'
import { type DiagnosticNote, sentenceOf } from '#contract/diagnostic-sentences.ts'
import type { Diagnostic, RepairResponse } from '#contract/diagnostics.ts'
import { CodedError } from '#contract/errors.ts'
import { matchesSearch } from '#domain/name.ts'
import type { Clock } from '#platform/clock.ts'
import { type Store, sourceOffSetting } from '#store'
import { administratorOf } from './administration.ts'
import type { Handlers } from './calls.ts'
import { diagnose, summarize, worstFirst } from './diagnostics-readiness.ts'

type Names = 'followDiagnostics' | 'athleteDiagnostic' | 'repairAthlete'

/** How long a repair waits for the source, in ms. */
const repairTimeout = 10_000

export function diagnosticsHandlers({ store, clock }: { store: Store; clock: Clock }): Handlers<Names> {
  const isOff = async (): Promise<boolean> => (await store.settings.get(sourceOffSetting)) === true

  const requireFacts = async (id: number) => {
    const facts = await store.followFacts.of(id)
    if (!facts) throw new CodedError('not-found')
    return facts
  }
  const diagnosticOf = async (id: number): Promise<Diagnostic> => diagnose(await requireFacts(id), clock.now())

  return {
    async followDiagnostics({ query: { search, limit, offset, readiness } }) {
      const [count, facts, found, off] = await Promise.all([
        store.followFacts.count(),
        store.followFacts.first(),
        search === '' ? null : store.followFacts.search(search),
        isOff(),
      ])
      const now = clock.now()
      const judged = facts.map((each) => diagnose(each, now))
      const listed = found?.map((each) => diagnose(each, now)) ?? judged
      const wanted = listed.filter(
        ({ athleteName, tournamentName, displayReadiness }) =>
          (readiness === 'all' ||
            displayReadiness === readiness ||
            (readiness === 'not-ready' && displayReadiness !== 'ready')) &&
          matchesSearch(search, `${athleteName} ${tournamentName}`),
      )
      return {
        success: true,
        ...summarize(judged, count, off),
        diagnostics: wanted.toSorted(worstFirst).slice(offset, offset + limit),
        total: wanted.length,
      }
    },

    athleteDiagnostic: async ({ id }) => ({ success: true, diagnostic: await diagnosticOf(id) }),

    async repairAthlete(call): Promise<RepairResponse> {
      const { id, session } = call
      const facts = await requireFacts(id)
      const before = diagnose(facts, clock.now())
      const name = before.athleteName
      const record = (message: string, note: AuditNote): Promise<void> =>
        store.audit.record(administratorOf(call), {
          action: 'repair-athlete',
          target: `athlete ${id}`,
          detail: `${name}: ${message}`,
          note,
        })
      const answer = async (
        notes: DiagnosticNote[],
        {
          read = false,
          finished = true,
          nowKnown = [],
        }: Partial<Pick<RepairResponse, 'read' | 'finished' | 'nowKnown'>> = {},
      ): Promise<RepairResponse> => {
        const message = notes.map(sentenceOf).join(' ')
        await record(message, { code: 'repaired', name, notes })
        return { success: true, message, notes, read, nowKnown, finished, diagnostic: await diagnosticOf(id) }
      }
      const fail = async (error: CodedError): Promise<never> => {
        await record(error.message, { code: 'notRepaired', name, sentence: error.message, error: error.code })
        throw error
      }
      if (facts.tournament.archived) return answer([{ code: 'archived' }])
      if (await isOff()) return fail(new CodedError('source-unavailable', sentenceOf({ code: 'sourceOff' })))
      const request = await store.readRequests.submit('athlete', String(id), session.userId)
      const answerNotReadAgain = (ago: number): Promise<RepairResponse> =>
        answer([{ code: 'notReadAgain', count: Math.max(1, Math.round(ago / 1000)) }, stateOf(before)])
      if (request.cooling)
        return answerNotReadAgain(request.ago + ((await store.readRequests.outcome(request.id, 0))?.alreadyRead ?? 0))
      if (!(await store.readRequests.areAnswered(facts.tournament.id)))
        return fail(new CodedError('source-unavailable', athleteTexts.notRead))
      const outcome = await store.readRequests.outcome(request.id, repairTimeout)
      if (!outcome) return answer([{ code: 'beingRead' }], { finished: false })
      if (!outcome.ok) return fail(new CodedError('source-unavailable'))
      if (outcome.alreadyRead !== undefined) return answerNotReadAgain(outcome.alreadyRead)
      const after = await diagnosticOf(id)
      const nowKnown = before.missingFields.filter((field) => !after.missingFields.includes(field))
      const result: DiagnosticNote =
        nowKnown.length > 0 ? { code: 'nowKnown', fields: nowKnown } : { code: 'readAgain' }
      return answer([result, stateOf(after)], { read: true, nowKnown })
    },
  }
}

/** The fields that are still missing; if none, the first other cause; if none, 'complete'. */
const stateOf = ({ missingFields, causes: [first] }: Diagnostic): DiagnosticNote =>
  missingFields.length > 0 ? { code: 'stillMissing', fields: missingFields } : { code: first ?? 'complete' }
