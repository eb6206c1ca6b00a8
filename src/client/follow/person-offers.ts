// Athletes of other tournaments who are, or may be, people whom the user follows (docs/decisions/050): queries, answers to the
// offers, and the user's decisions about who is the same person. Loaded with the screens that show them.
import { queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoints.ts'
import type { PersonOffer } from '#contract/people.ts'
import { addressOf, call } from '#client/requests/call.ts'

type Answer = BodyOf<'answerOffer'>['answer']
type Answered = { offer: PersonOffer; answer: Answer }

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

const answering = ['answer-offer']
const changedByFollowing = [
  'followedAthletes',
  'upcomingMatches',
  'completedMatches',
  'tournaments',
  'availableTournaments',
] as const

/**
 * The unanswered offers, and a function to answer one. An answered offer is hidden immediately; it returns if the server refuses,
 * and `failureOf` has the error. The offers are not fetched unless they are needed.
 */
export function useOffers(onAccepted: (offer: PersonOffer) => void, isNeeded = true) {
  const client = useQueryClient()
  const { data } = useQuery({ ...offersQuery, enabled: isNeeded })
  const answers = useMutationState({
    filters: { mutationKey: answering },
    select: ({ state: { variables, status, error } }) => ({
      id: (variables as Answered).offer.athlete.id,
      status,
      error,
    }),
  })
  const lastAnswers = new Map(answers.map((each) => [each.id, each]))
  const { mutate } = useMutation({
    mutationKey: answering,
    mutationFn: ({ offer, answer }: Answered) =>
      call('answerOffer', { params: { id: offer.athlete.id }, body: { answer } }),
    onSuccess: (_, { offer, answer }) => {
      client.setQueryData(
        offersQuery.queryKey,
        (known) => known && { ...known, offers: known.offers.filter(({ athlete }) => athlete.id !== offer.athlete.id) },
      )
      if (answer === 'accepted') onAccepted(offer)
    },
    onSettled: (_data, _error, { answer }) => {
      const changed = answer === 'accepted' ? changedByFollowing : []
      for (const name of ['personOffers', ...changed] as const)
        void client.invalidateQueries({ queryKey: [addressOf(name)] })
    },
  })
  return {
    offers: (data?.offers ?? []).filter(({ athlete }) => lastAnswers.get(athlete.id)?.status !== 'pending'),
    failureOf: (athleteId: number): Error | null => lastAnswers.get(athleteId)?.error ?? null,
    answer: (offer: PersonOffer, answer: Answer) => mutate({ offer, answer }),
  }
}

type Same = { otherId: number; isSame: boolean }

/**
 * Stores whether another athlete is the same person as this one. A separated athlete disappears from the list immediately, and
 * returns on failure.
 */
export function useSamePerson(athleteId: number, on: { done: (said: Same) => void; failed: (error: Error) => void }) {
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
          (known) => known && { ...known, appearances: known.appearances.filter((each) => each.athleteId !== otherId) },
        )
      return before
    },
    onSuccess: (_, said) => on.done(said),
    onError: (error, _, before) => {
      if (before) client.setQueryData(queryKey, before)
      on.failed(error)
    },
    onSettled: () => client.invalidateQueries({ queryKey: offersQuery.queryKey }),
  })
}
