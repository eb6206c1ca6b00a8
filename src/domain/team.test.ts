import { describe, expect, it } from 'vitest'
import { teamKey, teamKeyVersion, Teams } from './team.ts'

const athlete = (team: string | null, listed = true) => ({ team, listed })
const entered = (name: string, athletes = 1) => Array.from({ length: athletes }, () => athlete(name))

describe('the key of a team', () => {
  it.each([
    ['Alpha', 'ALPHA'],
    ['Alpha – Recife', 'alpha - recife'],
    ['Academia São João', 'Academia Sao Joao '],
    ['Alpha  Jiu-Jitsu', 'alpha jiu jitsu'],
  ])('is the same for the spellings %j and %j', (one, other) => {
    expect(teamKey(one)).toBe(teamKey(other))
  })
  it('differs between a team and its branch', () => {
    expect(teamKey('Alpha')).not.toBe(teamKey('Alpha – Recife'))
  })
  it('has a version, which changes with the key of any of these names', () => {
    const keys = ['Alpha – Recife', 'ÉQUIPE  d’Été (2)', 'Æsir & Co.', 'İstanbul', 'ﬁt 柔術 アルファ', 'Straße_9'].map(
      teamKey,
    )
    expect([teamKeyVersion, ...keys]).toEqual([
      1,
      'alpha recife',
      'equipe d ete 2',
      'aesir co',
      'istanbul',
      'fit 柔術 アルファ',
      'strasse 9',
    ])
  })
  it.each(['', '*', '%', ' – '])('is empty for %j', (name) => {
    expect(teamKey(name)).toBe('')
  })
  it('keeps Japanese names', () => {
    expect(teamKey('アルファ 柔術')).not.toBe('')
  })
})

describe('the teams of a tournament', () => {
  it('are sorted by size, each counted over all spellings and named by the most frequent one', () => {
    const athletes = [athlete('Beta'), athlete('Alpha'), athlete('ALPHA'), athlete('Alpha')]
    expect(new Teams(athletes).all).toEqual([
      { key: 'alpha', name: 'Alpha', athletes: 3 },
      { key: 'beta', name: 'Beta', athletes: 1 },
    ])
  })
  it('leave out athletes without a team, and those who are no longer listed', () => {
    expect(new Teams([athlete(null), athlete('?'), athlete('Alpha', false)]).all).toEqual([])
  })
})

describe('the suggested aliases of a team', () => {
  const teams = new Teams([
    ...entered('Alpha', 9),
    ...entered('Alpha HQ', 4),
    ...entered('Alpha – Recife', 3),
    ...entered('Alphaville BJJ', 2),
    ...entered('Beta'),
  ])
  const suggested = (...names: string[]) => teams.suggestAliases(names).map(({ name }) => name)

  it('are its branches', () => {
    expect(suggested('Alpha')).toEqual(['Alpha HQ', 'Alpha – Recife'])
  })
  it('include the team and the other branches when the rule names a branch', () => {
    expect(suggested('Alpha – Recife')).toEqual(['Alpha', 'Alpha HQ'])
    expect(suggested('Alpha HQ')).toEqual(['Alpha', 'Alpha – Recife'])
  })
  it('leave out the names that the rule already has', () => {
    expect(suggested('Alpha', 'alpha hq')).toEqual(['Alpha – Recife'])
  })
  it('are none for a name without letters', () => {
    expect(suggested('–')).toEqual([])
  })
  it('leave out names that only begin with the same letters', () => {
    expect(suggested('Alpha')).not.toContain('Alphaville BJJ')
  })
})
