import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyClaims, mergeClaims } from './apply-claims.ts'
import type { Claim, ClaimState } from './claims.ts'

const claim = (matchId: number, order: number, name = `n${order}`): Claim => ({ matchId, order, name, at: '' })
const release = (matchId: number, order: number): ClaimState => ({ matchId, order, name: null, at: '' })
const byMatch = (claims: readonly Claim[]) => claims.toSorted((a, b) => a.matchId - b.matchId)

describe('Claims that arrive', () => {
  it('replace earlier ones by the server’s order, whatever the order of arrival', () => {
    expect(applyClaims([claim(1, 3)], 3, [claim(1, 5), claim(1, 4)])).toEqual([claim(1, 5)])
    expect(applyClaims([claim(1, 5)], 3, [claim(1, 4)])).toEqual([claim(1, 5)])
  })

  it('are ignored when the list already includes them', () => {
    expect(applyClaims([], 6, [claim(1, 5)])).toEqual([])
  })

  it('end a claim when they are a release', () => {
    expect(applyClaims([claim(1, 3), claim(2, 2)], 3, [release(1, 4)])).toEqual([claim(2, 2)])
  })

  it('lead to the same claims as a fresh list, however they are divided between a list and a message or another list', () => {
    const event = fc.record({ matchId: fc.integer({ min: 1, max: 4 }), name: fc.option(fc.constantFrom('Ana', 'Ben')) })
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.nat(30), fc.nat(30), (events, cut, other) => {
        const all = events.map((each, index): ClaimState => ({ ...each, order: index + 1, at: '' }))
        const listAt = (order: number) => ({
          claims: applyClaims([], 0, all.slice(0, order)),
          claimOrder: Math.min(order, all.length),
        })
        const fresh = byMatch(listAt(all.length).claims)
        const { claims, claimOrder } = listAt(cut)
        expect(byMatch(applyClaims(claims, claimOrder, all.slice(Math.min(cut, other))))).toEqual(fresh)
        const merged = mergeClaims(listAt(cut), listAt(other))
        expect(byMatch(merged.claims)).toEqual(byMatch(listAt(Math.max(cut, other)).claims))
      }),
    )
  })
})
