// The update that a client applies for a message: compact messages are completed from what the client has.
import { type CardUpdate, completeCard, completeMatches, type MatchUpdate } from '#contract/apply-live.ts'
import type { FollowedAthlete } from '#contract/athletes.ts'
import type { ServerMessage } from '#contract/live.ts'
import type { MatchItem } from '#contract/match-item.ts'

/**
 * The update of matches or of a card in a message; null for other messages.
 * @throws when the client does not have what a compact message leaves out.
 */
export function completeUpdate(
  message: ServerMessage,
  items: readonly MatchItem[],
  cards: readonly FollowedAthlete[],
): MatchUpdate | CardUpdate | null {
  if (message.type === 'match_update' || message.type === 'athlete_update') return message
  if (message.type !== 'match_change' && message.type !== 'athlete_change') return null
  const { athleteId } = message
  const known = (matchId: number): MatchItem | undefined =>
    items.find((item) => item.athleteId === athleteId && item.id === matchId)
  if (message.type === 'athlete_change') {
    const card = completeCard(
      message,
      cards.find(({ id }) => id === athleteId),
      known,
    )
    if (!card) throw new Error(`the client lacks a part of the card: ${JSON.stringify(message)}`)
    return card
  }
  const update = completeMatches(message, known)
  if (update.matches.length < message.matches.length)
    throw new Error(`the client lacks a match: ${JSON.stringify(message)}`)
  return update
}
