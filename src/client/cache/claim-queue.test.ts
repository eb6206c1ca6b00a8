import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Claims } from '#contract/apply-claims.ts'
import {
  type ClaimAnswer,
  type ClaimQueue,
  type ClaimRecord,
  createClaimQueue,
  type PendingClaim,
} from './claim-queue.ts'

/** A server with one owner's claims. */
class Server {
  isReachable = true
  /** An error in the code that sends a claim; null for none. */
  error: Error | null = null
  /** The answer to every claim; null if the server accepts claims. */
  refusal: { refused: string; isGone: boolean } | null = null
  /** The sentences with which the next claims are refused, one claim each. */
  refusals: string[] = []
  order = 0
  readonly claims = new Map<number, { name: string | null; order: number; device: string }>()

  handle(matchId: number, name: string | null, device: string): ClaimAnswer {
    if (this.error) throw this.error
    if (!this.isReachable) return 'later'
    if (this.refusal !== null) return this.refusal
    const refused = this.refusals.shift()
    if (refused !== undefined) return { refused, isGone: false }
    const row = this.claims.get(matchId)
    const isUnchanged = row?.device === device ? row.name === name : name === null
    if (!isUnchanged) this.claims.set(matchId, { name, device, order: ++this.order })
    const stored = this.claims.get(matchId)
    return {
      claim: { matchId, name: stored?.name ?? null, order: stored?.order ?? 0, at: '' },
      isOwn: stored?.device === device,
    }
  }

  state(): Claims {
    const claims = [...this.claims].flatMap(([matchId, { name, order }]) =>
      name === null ? [] : [{ matchId, name, order, at: '' }],
    )
    return { claims, claimOrder: this.order }
  }
}

let server: Server
let sent: PendingClaim[]
let events: string[]
beforeEach(() => {
  vi.useFakeTimers()
  server = new Server()
  sent = []
  events = []
})
afterEach(() => {
  vi.useRealTimers()
})

/** A claim queue with its storage, which survives a reload of the page. */
function phone(storage: { record: ClaimRecord | null } = { record: null }) {
  const queue = createClaimQueue({
    read: () => storage.record,
    write: (record) => void (storage.record = record),
    send: async (pending) => {
      sent.push(pending)
      return server.handle(pending.matchId, pending.body.name, pending.body.device)
    },
    onLost: (matchId, name) => void events.push(`lost ${matchId} to ${name}`),
    onRefused: (refused, sentence) =>
      void events.push(
        `${sentence}: ${refused.map(({ athlete, body }) => `${body.name === null ? 'release' : 'claim'} of ${athlete}`).join(', ')}`,
      ),
  })
  queue.setState(server.state())
  return { queue, storage, reload: () => phone(storage).queue }
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)
const shownOn = (queue: ClaimQueue, matchId = 1): string => {
  const claim = queue.shown().get(matchId)
  return claim
    ? [claim.name, claim.isOwn ? 'own' : '', claim.isPending ? 'pending' : ''].filter(Boolean).join(' ')
    : '-'
}

describe('A claim on this device', () => {
  it('is shown at once as pending, and as sent before the message about it arrives; a release hides it at once', async () => {
    const { queue } = phone()
    queue.claim(1, 'Lua', 'Ana')
    expect(shownOn(queue)).toBe('Ana own pending')
    await settle()
    expect(shownOn(queue)).toBe('Ana own')
    queue.setState(server.state())
    expect(shownOn(queue)).toBe('Ana own')
    queue.release(1, 'Lua')
    expect(shownOn(queue)).toBe('-')
    await settle()
    expect(shownOn(queue)).toBe('-')
    expect(server.state().claims).toEqual([])
  })

  it('waits while the server cannot be reached, survives a reload, and is sent with the same request id', async () => {
    server.isReachable = false
    const { queue, reload } = phone()
    queue.claim(1, 'Lua', 'Ana')
    await settle()
    queue.stop()
    const reloaded = reload()
    expect(shownOn(reloaded)).toBe('Ana own pending')
    reloaded.sendSoon()
    await settle()
    server.isReachable = true
    reloaded.sendSoon()
    await settle()
    expect(shownOn(reloaded)).toBe('Ana own')
    expect(new Set(sent.map(({ body }) => body.request)).size).toBe(1)
  })

  it('is retried automatically when the server was not reached', async () => {
    server.isReachable = false
    const { queue } = phone()
    queue.claim(1, 'Lua', 'Ana')
    await settle()
    server.isReachable = true
    await vi.advanceTimersByTimeAsync(10_000)
    expect(shownOn(queue)).toBe('Ana own')
  })

  it('is retried automatically after an unexpected error', async () => {
    server.error = new TypeError('unexpected')
    const { queue } = phone()
    queue.claim(1, 'Lua', 'Ana')
    await settle()
    expect(shownOn(queue)).toBe('Ana own pending')
    server.error = null
    await vi.advanceTimersByTimeAsync(10_000)
    expect(shownOn(queue)).toBe('Ana own')
  })

  it('is replaced by a later release of the same match while the server cannot be reached', async () => {
    server.isReachable = false
    const { queue } = phone()
    queue.claim(1, 'Lua', 'Ana')
    queue.release(1, 'Lua')
    queue.claim(2, 'Lua', 'Ana')
    expect([shownOn(queue, 1), shownOn(queue, 2)]).toEqual(['-', 'Ana own pending'])
    await settle()
    server.isReachable = true
    queue.sendSoon()
    await settle()
    expect(server.state().claims.map(({ matchId }) => matchId)).toEqual([2])
  })

  it('is reported once when somebody else has the match, whether by a message or after a reload', async () => {
    const { queue, reload } = phone()
    queue.claim(1, 'Lua', 'Ana')
    queue.claim(2, 'Lua', 'Ana')
    await settle()
    server.handle(1, 'Ben', 'b')
    queue.setState(server.state())
    queue.setState(server.state())
    expect(events).toEqual(['lost 1 to Ben'])
    queue.stop()
    server.handle(2, 'Cy', 'c')
    reload()
    expect(events).toEqual(['lost 1 to Ben', 'lost 2 to Cy'])
  })

  it('is not reported when it ends with its match', async () => {
    const { queue, storage } = phone()
    queue.claim(1, 'Lua', 'Ana')
    await settle()
    queue.setState({ claims: [], claimOrder: server.order })
    expect(events).toEqual([])
    expect(storage.record?.own).toEqual({})
  })

  it('takes over a match that was claimed in between, because the server’s order decides', async () => {
    const { queue } = phone()
    server.isReachable = false
    queue.claim(1, 'Lua', 'Ana')
    await settle()
    server.isReachable = true
    server.handle(1, 'Ben', 'b')
    queue.setState(server.state())
    expect(shownOn(queue)).toBe('Ana own pending')
    queue.sendSoon()
    await settle()
    expect(server.state().claims).toMatchObject([{ name: 'Ana', order: 2 }])
    expect(events).toEqual([])
  })

  it('leaves somebody else’s later claim of the match unchanged when it is released', async () => {
    const { queue } = phone()
    queue.claim(1, 'Lua', 'Ana')
    await settle()
    server.isReachable = false
    queue.release(1, 'Lua')
    await settle()
    server.isReachable = true
    server.handle(1, 'Ben', 'b')
    queue.setState(server.state())
    expect(shownOn(queue)).toBe('Ben')
    queue.sendSoon()
    await settle()
    expect(shownOn(queue)).toBe('Ben')
  })

  it('is dropped and reported when the server refuses it', async () => {
    server.refusal = { refused: 'no right', isGone: false }
    const { queue, storage } = phone()
    queue.claim(1, 'Lua', 'Ana')
    await settle()
    expect(shownOn(queue)).toBe('-')
    expect(events).toEqual(['no right: claim of Lua'])
    expect(storage.record?.pending).toEqual([])
  })

  it('is reported together with the others that the server refuses for the same reason', async () => {
    server.isReachable = false
    const { queue } = phone()
    queue.claim(1, 'Lua', 'Ana')
    queue.release(2, 'Farol')
    await settle()
    server.isReachable = true
    server.refusal = { refused: 'no right', isGone: false }
    queue.sendSoon()
    await settle()
    expect(events).toEqual(['no right: claim of Lua, release of Farol'])
  })

  it('is reported together with those that the server refuses for another reason while the queue sends', async () => {
    server.isReachable = false
    const { queue } = phone()
    queue.claim(1, 'Lua', 'Ana')
    queue.claim(2, 'Farol', 'Ana')
    await settle()
    server.isReachable = true
    server.refusals = ['no right', 'over']
    queue.sendSoon()
    await settle()
    expect(events).toEqual(['no right over: claim of Lua, claim of Farol'])
  })

  it('is not reported as refused when the queue is stopped while it sends', async () => {
    server.refusal = { refused: 'no right', isGone: false }
    const { queue } = phone()
    queue.claim(1, 'Lua', 'Ana')
    queue.claim(2, 'Farol', 'Ana')
    queue.subscribe(() => queue.stop())
    await settle()
    expect(events).toEqual([])
  })

  it('is reported as refused if its match is over, but a release is not', async () => {
    server.refusal = { refused: 'over', isGone: true }
    const { queue, storage } = phone()
    queue.claim(1, 'Lua', 'Ana')
    queue.release(2, 'Farol')
    await settle()
    expect(events).toEqual(['over: claim of Lua'])
    expect(storage.record?.pending).toEqual([])
  })
})

it('All phones show the same after they have sent their claims and received the server’s state', async () => {
  const phones = ['Ana', 'Ben', 'Cy'].map((name) => ({ name, ...phone() }))
  server.isReachable = false
  for (const { queue, name } of phones) queue.claim(1, 'Lua', name)
  await settle()
  server.isReachable = true
  for (const { queue } of phones) {
    queue.sendSoon()
    await settle()
  }
  for (const { queue } of phones) queue.setState(server.state())
  expect(phones.map(({ queue }) => queue.shown().get(1)?.name)).toEqual(['Cy', 'Cy', 'Cy'])
  expect(events).toEqual(['lost 1 to Cy', 'lost 1 to Cy'])
})
