// Athletes of other tournaments who are, or may be, people whom the user follows (docs/decisions/050): queries, answers to the
// offers, and the user's decisions about who is the same person. Loaded with the screens that show them.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoints.ts'
import type { PersonOffer } from '#contract/people.ts'
import { CallError } from '#client/requests/call-error.ts'
import { addressOf, call } from '#client/requests/call.ts'

type Answer = BodyOf<'answerOffer'>['answer']
type Offered = Pick<PersonOffer['athlete'], 'id' | 'name'>
type Answered = { athlete: Offered; answer: Answer }
type OnAnswered = {
  accepted: (athlete: Offered) => void
  /** The offer to accept no longer exists; the error says why. */
  gone?: (athlete: Offered, error: Error) => void
}

const offersQuery = queryOptions({
  queryKey: [addressOf('personOffers')],
  queryFn: ({ signal }) => call('personOffers', { priority: 'historical-data', signal }),
  staleTime: 0,
})

/** The key begins with the offers' key, so that both are refetched when the user's follows change. */
export const appearancesQuery = (athleteId: number) =>
  queryOptions({
    queryKey: [addressOf('personOffers'), athleteId],
    queryFn: ({ signal }) => call('appearances', { params: { id: athleteId }, priority: 'historical-data', signal }),
  })

const answerKey = ['answer-offer']
/** The endpoints whose data change when an accepted offer has created a follow. */
const changedByFollowing = [
  'followedAthletes',
  'upcomingMatches',
  'completedMatches',
  'tournaments',
  'availableTournaments',
] as const

/** Whether the error says that there is no such offer any more. */
const isGone = (error: Error): boolean => error instanceof CallError && (error.status === 404 || error.status === 409)

/**
 * Functions to answer offers of athletes. While `isPending`, an offer is hidden. If the server refuses, the offer returns, and
 * `failureOf` has the error; an offer that no longer exists does not return.
 */
export function useAnswers(on: OnAnswered) {
  const client = useQueryClient()
  const removeOffer = (athleteId: number): void => {
    client.setQueryData(
      offersQuery.queryKey,
      (known) => known && { ...known, offers: known.offers.filter(({ athlete }) => athlete.id !== athleteId) },
    )
  }
  const answers = useMutationState({
    filters: { mutationKey: answerKey },
    select: ({ state: { variables, status, error } }) => ({
      id: (variables as Answered).athlete.id,
      status,
      error,
    }),
  })
  const lastAnswers = new Map(answers.map((answer) => [answer.id, answer]))
  const { mutate } = useMutation({
    mutationKey: answerKey,
    mutationFn: ({ athlete, answer }: Answered) =>
      call('answerOffer', { params: { id: athlete.id }, body: { answer } }),
    onSuccess: (_, { athlete, answer }) => {
      removeOffer(athlete.id)
      if (answer === 'accepted') on.accepted(athlete)
    },
    onError: (error, { athlete, answer }) => {
      if (!isGone(error)) return
      removeOffer(athlete.id)
      if (answer === 'accepted') on.gone?.(athlete, error)
    },
    onSettled: async (_data, error, { answer }) => {
      for (const name of answer === 'accepted' ? changedByFollowing : [])
        void client.invalidateQueries({ queryKey: [addressOf(name)] })
      const refetched = client.invalidateQueries({ queryKey: offersQuery.queryKey })
      // An answer that succeeded stays pending until the offers and appearances include it.
      if (!error) await refetched
    },
  })
  return {
    isPending: (athleteId: number): boolean => lastAnswers.get(athleteId)?.status === 'pending',
    failureOf: (athleteId: number): Error | null => lastAnswers.get(athleteId)?.error ?? null,
    answer: ({ id, name }: Offered, answer: Answer) => mutate({ athlete: { id, name }, answer }),
  }
}

/** Whether the first request for the offers is not answered yet. */
export const useAreOffersLoading = (): boolean => useQuery(offersQuery).isLoading

/** The offers that are not answered, and the functions to answer them. */
export function useOffers(on: OnAnswered) {
  const { data } = useQuery(offersQuery)
  const { isPending, ...answers } = useAnswers(on)
  return { ...answers, offers: (data?.offers ?? []).filter(({ athlete }) => !isPending(athlete.id)) }
}

/** The user's statement about another athlete. */
type Same = { otherId: number; isSame: boolean }

/**
 * Stores whether another athlete is the same person as this one. If not, the other athlete disappears from the list immediately,
 * and returns on failure.
 */
export function useSamePerson(athleteId: number, on: { done: (stored: Same) => void; failed: (error: Error) => void }) {
  const client = useQueryClient()
  const { queryKey } = appearancesQuery(athleteId)
  return useMutation({
    mutationFn: ({ otherId, isSame }: Same) =>
      call('setSamePerson', { params: { id: athleteId }, body: { athleteId: otherId, isSame } }),
    onMutate: async ({ otherId, isSame }) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      if (!isSame)
        client.setQueryData(
          queryKey,
          (known) =>
            known && { ...known, appearances: known.appearances.filter((other) => other.athleteId !== otherId) },
        )
      return before
    },
    onSuccess: (_, stored) => on.done(stored),
    onError: (error, _, before) => {
      if (before) client.setQueryData(queryKey, before)
      on.failed(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: offersQuery.queryKey }),
  })
}
