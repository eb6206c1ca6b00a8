// The claims of this device: shown at once, stored until they are sent, and settled by the server's order (docs/decisions/037).
// Used by the app and by the shared page, each with its own record in local storage.
import { applyClaims, type Claims } from '#contract/apply-claims.ts'
import type { Claim, ClaimBody, ClaimState } from '#contract/claims.ts'
import { reconnectDelay } from '#client/requests/retry.ts'
import { createListeners } from './listeners.ts'

/** The claim of a match as shown. `isOwn`: made on this device. `isPending`: not sent yet. */
export type ShownClaim = { name: string; isOwn: boolean; isPending: boolean }

/**
 * A claim that is not sent yet, or a release if the name is null. `athlete`: the name on the card that was tapped; missing in
 * records of an earlier version.
 */
export type PendingClaim = { matchId: number; athlete?: string; body: ClaimBody }

/**
 * The server's answer, 'later' if the claim must be sent again because the server was not reached or did not decide, or the
 * sentence of its refusal. `isGone`: it was refused because the match can no longer be claimed.
 */
export type ClaimAnswer = { claim: ClaimState; isOwn: boolean } | 'later' | { refused: string; isGone: boolean }

/** `own`: the order of each claim of this device, by match id. `device`: a random id, stored with the first claim. */
export type ClaimRecord = { device: string; pending: PendingClaim[]; own: Record<string, number> }

type Parts = {
  /** The stored record; another tab may have changed it. */
  read: () => ClaimRecord | null
  write: (record: ClaimRecord) => void
  /** A rejection counts as 'later'. */
  send: (pending: PendingClaim) => Promise<ClaimAnswer>
  /** Called if somebody else has claimed a match that this device had claimed. */
  onLost: (matchId: number, name: string) => void
  /** Called with the claims and releases that the server has refused, and with its sentences. */
  onRefused: (refused: PendingClaim[], sentence: string) => void
}

export type ClaimQueue = ReturnType<typeof createClaimQueue>

/** Creates the claim queue of a page, from its stored record. It sends nothing before `claim`, `release` or `sendSoon`. */
export function createClaimQueue({ read, write, send, onLost, onRefused }: Parts) {
  const listeners = createListeners()
  /** By match id: answers that the server's latest state does not include yet. */
  const answers = new Map<number, ClaimState>()
  let record: ClaimRecord = { device: randomId(), pending: [], own: {} }
  let state: Claims = { claims: [], claimOrder: 0 }
  let shown: ReadonlyMap<number, ShownClaim> = new Map()
  let isSending = false
  let isStopped = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const change = (edit: (stored: ClaimRecord) => ClaimRecord): void => {
    record = edit(read() ?? record)
    write(record)
  }

  const settledClaims = (): Map<number, Claim> =>
    new Map(applyClaims(state.claims, state.claimOrder, [...answers.values()]).map((claim) => [claim.matchId, claim]))

  /** Removes own claims that have ended, and reports those that somebody else has taken over. */
  const dropLost = (): void => {
    const claims = settledClaims()
    for (const matchId of endedClaims(record, claims, state.claimOrder)) {
      change((stored) => ({ ...stored, own: withOwn(stored.own, matchId, null) }))
      const name = claims.get(matchId)?.name
      if (name) onLost(matchId, name)
    }
  }

  const publish = (): void => {
    shown = shownClaims(record, settledClaims())
    listeners.emit()
  }

  const settle = ({ matchId, body }: PendingClaim, answer: Exclude<ClaimAnswer, 'later'>): void => {
    const isStored = 'claim' in answer
    const order = isStored && answer.isOwn && body.name !== null ? answer.claim.order : null
    change((stored) => ({
      ...stored,
      pending: stored.pending.filter((claim) => claim.body.request !== body.request),
      own: withOwn(stored.own, matchId, order),
    }))
    if (isStored) {
      answers.set(matchId, answer.claim)
      const { name } = answer.claim
      if (body.name !== null && !answer.isOwn && name !== null) onLost(matchId, name)
    }
    dropLost()
    publish()
  }

  const sendAll = async (): Promise<void> => {
    clearTimeout(timer)
    if (isSending || isStopped) return
    isSending = true
    const refusals = createRefusals(onRefused)
    try {
      for (let next = record.pending[0]; next && !isStopped; next = record.pending[0]) {
        const answer = await send(next).catch((): ClaimAnswer => 'later')
        if (isStopped) return
        if (answer === 'later') {
          timer = setTimeout(() => void sendAll(), reconnectDelay(attempt++, Math.random()))
          return
        }
        settle(next, answer)
        refusals.add(next, answer)
      }
      attempt = 0
    } finally {
      isSending = false
      if (!isStopped) refusals.report()
    }
  }

  const save = (matchId: number, athlete: string, name: string | null): void => {
    change((stored) => {
      const others = stored.pending.filter((claim) => claim.matchId !== matchId)
      const body = { name, device: stored.device, request: randomId() }
      return { ...stored, pending: [...others, { matchId, athlete, body }] }
    })
    publish()
    void sendAll()
  }

  const reread = (): void => {
    record = read() ?? record
    publish()
  }
  reread()

  return {
    /** The shown claims by match id. Each change creates a new map. */
    shown: () => shown,
    subscribe: listeners.subscribe,
    /** Sets the server's latest state. */
    setState(next: Claims): void {
      if (next === state) return
      state = next
      for (const [matchId, { order }] of answers) if (order <= next.claimOrder) answers.delete(matchId)
      dropLost()
      publish()
    },
    claim: (matchId: number, athlete: string, name: string): void => save(matchId, athlete, name),
    release: (matchId: number, athlete: string): void => save(matchId, athlete, null),
    /** Sends pending claims now instead of at the next retry. Call when the server may be reachable again. */
    sendSoon(): void {
      attempt = 0
      void sendAll()
    },
    /** Call when another tab has changed the record. */
    reread,
    /** Sends nothing more. */
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Collects the refusals while the pending claims are sent, and reports them together. */
function createRefusals(onRefused: Parts['onRefused']) {
  const bySentence = new Map<string, PendingClaim[]>()
  return {
    add(pending: PendingClaim, answer: Exclude<ClaimAnswer, 'later'>): void {
      // A refused release needs no report if the match can no longer be claimed: the user no longer has the match.
      if ('claim' in answer || (answer.isGone && pending.body.name === null)) return
      bySentence.set(answer.refused, [...(bySentence.get(answer.refused) ?? []), pending])
    },
    report(): void {
      if (bySentence.size > 0) onRefused([...bySentence.values()].flat(), [...bySentence.keys()].join(' '))
    },
  }
}

/** The own claims with a new order for one of them; null removes it. */
function withOwn(own: ClaimRecord['own'], matchId: number, order: number | null): ClaimRecord['own'] {
  const others = Object.entries(own).filter(([key]) => key !== String(matchId))
  return Object.fromEntries(order === null ? others : [...others, [matchId, order]])
}

type Settled = ReadonlyMap<number, Claim>

/**
 * The matches of own claims that have ended: a later claim has replaced the own one, or the match has no claim any more. Matches
 * with a pending claim or release are not included.
 */
function endedClaims({ own, pending }: ClaimRecord, claims: Settled, claimOrder: number): number[] {
  const hasEnded = ([matchId, order]: [number, number]): boolean => {
    const claim = claims.get(matchId)
    return claim ? claim.order > order : claimOrder >= order
  }
  return Object.entries(own)
    .map(([key, order]): [number, number] => [Number(key), order])
    .filter(([matchId]) => !pending.some((claim) => claim.matchId === matchId))
    .filter(hasEnded)
    .map(([matchId]) => matchId)
}

/** The settled claims, overlaid by the pending ones. */
function shownClaims({ own, pending }: ClaimRecord, claims: Settled): Map<number, ShownClaim> {
  const shown = new Map<number, ShownClaim>()
  for (const { matchId, name, order } of claims.values())
    shown.set(matchId, { name, isOwn: own[matchId] === order, isPending: false })
  for (const { matchId, body } of pending)
    if (body.name !== null) shown.set(matchId, { name: body.name, isOwn: true, isPending: true })
    // A pending release does not hide a claim that somebody else has made in the meantime.
    else if (shown.get(matchId)?.isOwn) shown.delete(matchId)
  return shown
}

/** 128 random bits in hex; `crypto.randomUUID` needs https. */
const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A record in local storage under `key`. Without storage, claims last until the page is left. */
export const claimStorage = (key: string): Pick<Parts, 'read' | 'write'> => ({
  read() {
    try {
      const record = JSON.parse(localStorage.getItem(key) ?? 'null') as ClaimRecord | null
      return Array.isArray(record?.pending) ? record : null
    } catch {
      return null
    }
  },
  write(record) {
    try {
      localStorage.setItem(key, JSON.stringify(record))
    } catch {
      // Storage is not available.
    }
  },
})
