import { describe, expect, it } from 'vitest'
import { loadTexts } from '#client/texts/t.ts'
import { newsLines, newsText } from './team-news.ts'

await loadTexts('athletes')

const none = { count: 0, names: [] }
const alpha = {
  news: { joined: { count: 3, names: ['Ana Lua', 'Leo Serra'] }, withdrew: { count: 1, names: ['Rui'] } },
}
const beta = { news: { joined: { count: 1, names: ['Kim'] }, withdrew: none } }

describe('The news of followed teams', () => {
  it('are counted over all teams, and an empty text without news', () => {
    expect(newsText([alpha, beta])).toBe('last 24 h: 4 joined, 1 withdrew')
    expect(newsText([beta])).toBe('last 24 h: 1 joined')
    expect([newsText([]), newsText([{ news: { joined: none, withdrew: none } }])]).toEqual([null, null])
  })

  it('name the athletes of one team, and count those that are not named', () => {
    expect(newsLines(alpha)).toEqual(['Joined: Ana Lua, Leo Serra, 1 more', 'Withdrew: Rui'])
    expect(newsLines(beta)).toEqual(['Joined: Kim'])
  })

  it('are empty in an answer of an earlier version', () => {
    expect([newsText([{}]), newsLines({})]).toEqual([null, []])
  })
})
