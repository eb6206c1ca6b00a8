// Messages for compact subscribers (decision 043): the changed fields instead of complete items and cards.
import type { CardPart, ServerMessage, ServerMessageOf } from '#contract/live.ts'
import { withoutDisplayFields } from '#views/display-fields.ts'
import { sameValue } from '#domain/tournament-state.ts'

/** The messages of one delivery: as the specification prescribes, and as compact subscribers get them. */
export type Outgoing = { messages: ServerMessage[]; compact: ServerMessage[] }

/** Adds a message that is the same for all subscribers. */
export function addForAll({ messages, compact }: Outgoing, message: ServerMessage): void {
  messages.push(message)
  compact.push(message)
}

export type Card = ServerMessageOf<'athlete_update'>['athlete']

/** A card with the id of the next match instead of the match, whose changes are sent as match changes. */
export const withNextId = (card: Card): CardPart => ({ ...card, next: card.next?.id ?? null })

/** All fields of a card. */
export const completeCard = (card: Card): CardPart => ({ ...card, next: card.next && withoutDisplayFields(card.next) })

/** The fields of `after` that differ from `before`; all fields if `before` is null. */
export function changedFields<Value extends object>(before: Value | null, after: Value): Partial<Value> {
  if (before === null) return after
  const fields = Object.entries(after).filter(([key, value]) => !sameValue(value, before[key as keyof Value]))
  return Object.fromEntries(fields) as Partial<Value>
}
