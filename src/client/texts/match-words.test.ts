import { describe, expect, it } from 'vitest'
import type { MatchItem } from '#contract/match-item.ts'
import { beltText } from './belt-words.ts'
import { exampleMatch, exampleNow } from './example-match.ts'
import { agedWords, matchWords, seenWord, statusKey, tickingWord } from './match-words.ts'
import { withoutEstimate } from './time-words.ts'
import { medalWord } from './medal-words.ts'

const minute = 60_000
const at = (offset: number): string => new Date(exampleNow + offset).toISOString()
/** The texts of a match without an estimate. */
const words = (change: Partial<MatchItem>) =>
  matchWords(exampleMatch(change), exampleNow, withoutEstimate(exampleMatch(change)))
const ticking = (change: Partial<MatchItem> = {}) =>
  tickingWord(exampleMatch(change), exampleNow, withoutEstimate(exampleMatch(change)))

describe('A match card', () => {
  it('shows the athlete, the opponent, the mat, the time and the division', () => {
    expect(words({})).toMatchObject({
      athlete: 'Thiago Alvorada',
      versus: 'vs Rúben Pedreira · Lótus Team',
      mat: 4,
      time: { clock: '2:27', period: 'PM' },
      place: 'Sat 11/21 · Eastern',
      facts: 'Semi-Final · Adult / Male / BLUE / Light · Houston Open',
      badge: null,
    })
  })

  it('counts down to the start', () => {
    expect(ticking()).toEqual({ text: 'in 1h 00m 00s', tone: 'plain' })
  })

  it('names the fight from which an undecided opponent will come, as far as it is known', () => {
    const open = { opponentName: null, opponentTeam: null }
    const versus = (from: MatchItem['opponentFrom']) => words({ ...open, opponentFrom: from }).versus
    expect(versus({ takes: 'winner', fightNumber: 44, mat: 4 })).toBe('vs Winner of Fight 44, Mat 4')
    expect(versus({ takes: 'loser', fightNumber: 44, mat: null })).toBe('vs Loser of Fight 44')
    expect(versus({ takes: 'winner', fightNumber: null, mat: 4 })).toBe('vs Winner of a fight on Mat 4')
    expect(versus({ takes: 'winner', fightNumber: null, mat: null })).toBe('vs TBD')
    expect(versus(null)).toBe('vs TBD')
  })

  it('shows a walkover without an opponent and with its result', () => {
    const over = { status: 'finished', method: 'not-recorded', opponentName: null, opponentTeam: null } as const
    const from = { takes: 'winner', fightNumber: 44, mat: 4 } as const
    for (const opponentFrom of [null, from]) {
      const shown = words({ ...over, opponentFrom })
      expect(shown.versus).toBe('No opponent')
      expect(shown.result?.text).toBe('Walkover: no opponent came through')
      expect(shown.badge?.text).toBe('FINISHED')
    }
  })

  it('hides the queue of a match that starts in more than three hours', () => {
    expect(words({ ahead: 2, scheduledDateTime: at(181 * minute) }).queue).toBeNull()
    expect(words({ ahead: 2, scheduledDateTime: at(180 * minute) }).queue).not.toBeNull()
  })

  it('shows the queue while at most three fights are ahead', () => {
    expect(words({ ahead: 4 }).queue).toBeNull()
    expect(words({ ahead: 3 }).queue).toEqual({ text: '3 fights ahead', tone: 'plain' })
    expect(words({ ahead: 1 }).queue).toEqual({ text: '1 fight ahead', tone: 'plain' })
    expect(words({ ahead: 0 }).queue).toEqual({ text: 'next on mat', tone: 'strong' })
  })
})

describe('The badge of a match card', () => {
  const due = { scheduledDateTime: at(-2 * minute) }
  const badge = (change: Partial<MatchItem>) => {
    const { badge: word, basis } = words(change)
    return [word?.text, word?.tone, basis]
  }

  it('is LIVE for a match in progress, with its certainty below unless the source states that it has started', () => {
    expect(badge({ rawStatus: 'started' })).toEqual(['LIVE', 'live', null])
    expect(badge({ ...due, ahead: 0 })).toEqual(['LIVE', 'live', 'likely'])
    expect(badge({ ...due, board: 'unseen', ahead: null })).toEqual(['LIVE', 'live', 'by schedule'])
  })

  it("is 'should be on' when a due fight has not started according to the source", () => {
    expect(badge({ ...due, ahead: 1, rawStatus: 'assigned' })).toEqual(['should be on', 'strong', null])
  })

  it('is amber with the delay beside it while the mat runs late', () => {
    const late = { scheduledDateTime: at(-17 * minute), ahead: 2 }
    expect(badge(late)).toEqual(['running late', 'late', null])
    expect(ticking(late)).toEqual({ text: '17 min late', tone: 'late' })
  })

  it("is 'awaiting result' after the fight has left the board", () => {
    expect(badge({ ...due, board: 'left', ahead: null })).toEqual(['awaiting result', 'quiet', null])
  })

  it("is a win or a loss, or else 'finished'", () => {
    const finished = { status: 'finished', board: 'left' } as const
    expect(badge({ ...finished, result: 'win' })).toEqual(['WIN', 'ahead', null])
    expect(badge({ ...finished, result: 'loss' })).toEqual(['LOSS', 'quiet', null])
    expect(badge({ ...finished, method: 'double-disqualification' })).toEqual(['FINISHED', 'quiet', null])
  })

  it("is 'no fight' for both sides of a match that was not fought", () => {
    for (const result of ['win', 'loss'] as const)
      for (const unfought of ['walkover', 'close-out'] as const)
        expect(badge({ status: 'finished', board: 'left', result, unfought })).toEqual(['NO FIGHT', 'quiet', null])
  })

  it('is past for a match whose time is long past, and cancelled for one that the source calls invalid', () => {
    expect(badge({ scheduledDateTime: at(-180 * minute), board: 'unseen', ahead: null })).toEqual([
      'past',
      'quiet',
      null,
    ])
    expect(badge({ rawStatus: 'invalid' })).toEqual(['cancelled', 'quiet', null])
  })
})

describe('The result of a match card', () => {
  const finished = { status: 'finished', board: 'left' } as const

  it('names the winner and the method', () => {
    const result = (change: Partial<MatchItem>) => words({ ...finished, ...change }).result?.text
    expect(result({ result: 'win', winner: 'Thiago Alvorada' })).toBe('Winner: Thiago Alvorada')
    expect(result({ result: 'loss', winner: 'Rúben Pedreira', method: 'no-show' })).toBe(
      'Winner: Rúben Pedreira, opponent no-show',
    )
    expect(result({ result: 'win', winner: 'Thiago Alvorada', method: 'close-out' })).toBe('close-out')
    expect(result({ method: 'double-disqualification' })).toBe('double disqualification')
    expect(result({})).toBeUndefined()
  })
})

describe('A moved match', () => {
  const moved = (change: Partial<NonNullable<MatchItem['moved']>>) =>
    words({ moved: { at: at(-minute), fromTime: '14:41', toTime: '14:27', fromMat: 4, toMat: 4, ...change } }).moved

  it('is shown in green when it is earlier and in amber when it is later, with the old time', () => {
    expect(moved({})).toEqual([
      { text: 'moved 14 min earlier', tone: 'ahead' },
      { text: 'was 2:41 PM', tone: 'quiet' },
    ])
    expect(moved({ fromTime: '13:02' })[0]).toEqual({ text: 'moved 1 h 25 min later', tone: 'late' })
  })

  it('may have moved across midnight', () => {
    expect(moved({ fromTime: '00:01', toTime: '23:47' })[0]).toEqual({ text: 'moved 14 min earlier', tone: 'ahead' })
    expect(moved({ fromTime: '23:50', toTime: '00:10' })[0]).toEqual({ text: 'moved 20 min later', tone: 'late' })
  })

  it('shows the new mat', () => {
    expect(moved({ fromTime: '14:27', toMat: 6 })).toEqual([{ text: 'now Mat 6', tone: 'strong' }])
  })

  it('shows only a new mat beside an estimate, since published times move at each start', () => {
    const start = exampleNow + 30 * minute
    const estimate = { basis: 'estimate', at: start, early: start, late: start, fightsAhead: 3, isOld: false } as const
    const change = { at: at(-minute), fromTime: '14:41', toTime: '14:27', fromMat: 4, toMat: 6 }
    expect(matchWords(exampleMatch({ moved: change }), exampleNow, estimate).moved).toEqual([
      { text: 'now Mat 6', tone: 'strong' },
    ])
  })

  it('is no longer shown as moved after an hour', () => {
    expect(moved({ at: at(-60 * minute) })).toEqual([])
  })
})

describe('The status key', () => {
  const key = (change: Partial<MatchItem>, now: number) =>
    statusKey(exampleMatch(change), now, withoutEstimate(exampleMatch(change)))

  it('is constant while only the countdown changes', () => {
    expect(key({}, exampleNow)).toBe(key({}, exampleNow + minute))
  })

  it("changes when the card's texts change", () => {
    const unseen = { board: 'unseen', ahead: null } as const
    expect(key(unseen, exampleNow)).not.toBe(key(unseen, exampleNow + 60 * minute))
  })
})

describe('The age of the data', () => {
  const seen = (age: number, isLive: boolean) =>
    seenWord({ state: 'ok', fetchedAt: at(-age), changedAt: null }, isLive, exampleNow)

  it('is quiet while the data are fresh, amber after two minutes and red after ten', () => {
    expect(seen(38_000, true)).toEqual({ text: 'seen 38 s ago', tone: 'quiet' })
    expect(seen(3 * minute, true)).toEqual({ text: 'seen 3 min ago', tone: 'late' })
    expect(seen(11 * minute, true)).toEqual({ text: 'seen 11 min ago', tone: 'old' })
  })

  it('is quiet while the tournament is not live', () => {
    expect(seen(11 * minute, false).tone).toBe('quiet')
  })

  it('turns a LIVE badge amber, with the age below it, once the data are more than ten minutes old', () => {
    const live = words({ rawStatus: 'started' })
    expect(agedWords(live, seen(9 * minute, true))).toBe(live)
    expect(agedWords(live, seen(25 * minute, true))).toMatchObject({
      badge: { text: 'LIVE', tone: 'late' },
      basis: 'seen 25 min ago',
    })
    const next = words({})
    expect(agedWords(next, seen(25 * minute, true))).toBe(next)
  })

  it("is 'not seen yet' while there are no data", () => {
    expect(seenWord(undefined, true, exampleNow).text).toBe('not seen yet')
  })
})

describe('The text of a belt', () => {
  it('names one colour, two colours, or none', () => {
    expect(beltText('BLUE')).toBe('Blue belt')
    expect(beltText('YELLOW-GREY')).toBe('Yellow and grey belt')
    expect(beltText(null)).toBe('Belt unknown')
  })
})

describe('The text of a medal', () => {
  it('names the place and the category, and does not exist off the podium', () => {
    expect(medalWord({ category: 'Adult / Male / BLUE / Light', place: 3 })).toEqual({
      place: 'bronze',
      text: '3rd place in Adult / Male / BLUE / Light',
    })
    expect(medalWord({ category: 'Adult / Male / BLUE / Light', place: 4 })).toBeNull()
  })
})
