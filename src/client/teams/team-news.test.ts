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
  it('is counted over all teams, and is null if there is none', () => {
    expect(newsText([alpha, beta])).toBe('last 24 h: 4 joined, 1 withdrew')
    expect(newsText([beta])).toBe('last 24 h: 1 joined')
    expect([newsText([]), newsText([{ news: { joined: none, withdrew: none } }])]).toEqual([null, null])
  })

  it('names the athletes of one team, and counts those that are not named', () => {
    const names = (rule: Parameters<typeof newsLines>[0]) => newsLines(rule).map((line) => line.names)
    expect(names(alpha)).toEqual(['Joined: Ana Lua, Leo Serra, 1 more', 'Withdrew: Rui'])
    expect(names(beta)).toEqual(['Joined: Kim'])
  })

  it('is marked as long if it has more than six names', () => {
    const linesWith = (count: number) => {
      const joined = { count, names: Array.from({ length: count }, (_, index) => `Athlete ${index}`) }
      return newsLines({ news: { joined, withdrew: none } }).map((line) => [line.count, line.isLong])
    }
    expect([linesWith(6), linesWith(7)]).toEqual([[['6 joined', false]], [['7 joined', true]]])
  })

  it('is empty if the answer comes from an earlier version of the server', () => {
    expect([newsText([{}]), newsLines({})]).toEqual([null, []])
  })
})
