// Follow diagnostics: how ready the data of every followed athlete is, and reading one again.
import { diagnosticTexts as texts, type Diagnostic, type RepairResponse } from '#contract/diagnostics.ts'
import { CodedError } from '#contract/errors.ts'
import { fold } from '#domain/name.ts'
import type { Clock } from '#platform/clock.ts'
import { type Store, sourceOff } from '#store'
import { administratorOf } from './administration.ts'
import type { Answers } from './calls.ts'
import { diagnose, summarize, worstFirst } from './diagnostics-readiness.ts'

type Names = 'followDiagnostics' | 'athleteDiagnostic' | 'repairAthlete'

/** How long a repair waits for the source, in ms. */
const patience = 10_000

export function diagnosticsAnswers({ store, clock }: { store: Store; clock: Clock }): Answers<Names> {
  const isOff = async (): Promise<boolean> => (await store.settings.get(sourceOff)) === true

  const requireFacts = async (id: number) => {
    const facts = await store.followFacts.of(id)
    if (!facts) throw new CodedError('not-found')
    return facts
  }
  const diagnosticOf = async (id: number): Promise<Diagnostic> =>
    diagnose(await requireFacts(id), clock.now()).diagnostic

  return {
    async followDiagnostics({ query: { search, limit, offset, readiness } }) {
      const [facts, off] = await Promise.all([store.followFacts.all(), isOff()])
      const now = clock.now()
      const all = facts.map((each) => diagnose(each, now))
      const term = fold(search)
      const wanted = all.filter(
        ({ diagnostic: { athleteName, tournamentName, displayReadiness } }) =>
          (readiness === 'all' ||
            displayReadiness === readiness ||
            (readiness === 'not-ready' && displayReadiness !== 'ready')) &&
          (term === '' || fold(`${athleteName} ${tournamentName}`).includes(term)),
      )
      return {
        success: true,
        ...summarize(all, off),
        diagnostics: wanted
          .toSorted(worstFirst)
          .slice(offset, offset + limit)
          .map(({ diagnostic }) => diagnostic),
        total: wanted.length,
      }
    },

    athleteDiagnostic: async ({ id }) => ({ success: true, diagnostic: await diagnosticOf(id) }),

    async repairAthlete(call): Promise<RepairResponse> {
      const { id, session } = call
      const facts = await requireFacts(id)
      const { diagnostic: before } = diagnose(facts, clock.now())
      const record = (message: string): Promise<void> =>
        store.audit.record(administratorOf(call), {
          action: 'repair-athlete',
          target: `athlete ${id}`,
          detail: `${before.athleteName}: ${message}`,
        })
      const answer = async (
        message: string,
        { read = false, finished = true, mended = [] }: Partial<Pick<RepairResponse, 'read' | 'finished' | 'mended'>>,
      ): Promise<RepairResponse> => {
        await record(message)
        return { success: true, message, read, mended, finished, diagnostic: await diagnosticOf(id) }
      }
      const fail = async (sentence: string): Promise<never> => {
        await record(sentence)
        throw new CodedError('source-unavailable', sentence)
      }
      if (facts.tournament.archived) return answer(texts.archived, {})
      if (await isOff()) return fail(texts.sourceOff)
      const ask = await store.asks.ask('athlete', String(id), session.userId)
      const spared = (ago: number): Promise<RepairResponse> =>
        answer(`${texts.notReadAgain(Math.max(1, Math.round(ago / 1000)))} ${stateOf(before)}`, {})
      if (ask.cooling) return spared(ask.ago + ((await store.asks.outcome(ask.id, 0))?.alreadyRead ?? 0))
      const outcome = await store.asks.outcome(ask.id, patience)
      if (!outcome) return answer(texts.beingRead, { finished: false })
      if (!outcome.ok) return fail(texts.repairFailed)
      if (outcome.alreadyRead !== undefined) return spared(outcome.alreadyRead)
      const after = await diagnosticOf(id)
      const mended = before.missingFields.filter((field) => !after.missingFields.includes(field))
      const what = mended.length > 0 ? texts.mended(mended) : texts.readAgain
      return answer(`${what} ${stateOf(after)}`, { read: true, mended })
    },
  }
}

/** What is missing still, or else what else is wrong. */
const stateOf = ({ missingFields, recommendations: [first = texts.complete] }: Diagnostic): string =>
  missingFields.length > 0 ? texts.stillMissing(missingFields) : first
