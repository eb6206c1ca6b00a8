import { afterEach, describe, expect, it } from 'vitest'
import { daySections, entryOf } from '#contract/day-list.ts'
import type { MatchItem } from '#contract/match-item.ts'
import type { Estimate } from '#domain/estimate.ts'
import type { DayStep } from '#domain/steps.ts'
import { announcementOf } from './announcement.ts'
import { exampleMatch, exampleNow } from './example-match.ts'
import { locale as spanish } from './languages/es.ts'
import { locale as japanese } from './languages/ja.ts'
import { locale as portuguese } from './languages/pt-br.ts'
import { matchWords, statusKey, tickingWord } from './match-words.ts'
import { stepEntry } from './step-words.ts'
import { applyLocale, english } from './t.ts'
import { clockText } from './format.ts'

afterEach(() => applyLocale(english))

const minute = 60_000
/** The instant of a venue-local time on the day of the example; `exampleNow` is 13:27 there. */
const at = (time: string): number => Date.parse(`2026-11-21T${time}:00-05:00`)

const example: Estimate = {
  basis: 'estimate',
  at: at('14:27') + 20_000,
  early: at('14:18') + 50_000,
  late: at('14:41') + 10_000,
  fightsAhead: 3,
  isOld: false,
}
const estimate = (change: Partial<Extract<Estimate, { basis: 'estimate' }>> = {}): Estimate => ({
  ...example,
  ...change,
})
const schedule: Estimate = { basis: 'schedule', at: null, fightsAhead: 3 }
/** A published time of 14:40; that of the example match is 14:27. */
const at1440 = { localTime: '14:40', scheduledDateTime: '2026-11-21T19:40:00Z' }
const words = (change: Partial<MatchItem>, estimated: Estimate, now = exampleNow) =>
  matchWords(exampleMatch(change), now, estimated)
const ticking = (change: Partial<MatchItem>, estimated: Estimate, now = exampleNow) =>
  tickingWord(exampleMatch(change), now, estimated)

describe('The time at a venue whose zone the browser does not know', () => {
  const unknown = { tournamentTimezone: 'America/Not_Yet_Known' }

  it('is the published one on a card and in an announcement, with the name of the zone', () => {
    const shown = words({ ...unknown, ...at1440 }, estimate())
    expect(shown.time).toEqual({ clock: '2:40', period: 'PM' })
    expect(shown).toMatchObject({ estimate: null, own: null, zone: 'Not Yet Known' })
    expect(announcementOf(exampleMatch(unknown), exampleMatch({ ...unknown, matNumber: 6 }), estimate())).toMatch(
      /2:27 PM, Mat 6/,
    )
  })

  it('does not prevent the day list, and an open class has its length in place of its end', () => {
    const entries = [exampleMatch(unknown), exampleMatch({ id: 2 })].map((item) =>
      entryOf(item, estimate(), exampleNow),
    )
    expect(daySections(entries, exampleNow).flatMap((section) => section.entries)).toHaveLength(2)
    const step = { kind: 'open-class', isDone: false, until: '2026-11-21T19:40:00Z', minutes: 15 } as unknown as DayStep
    expect(stepEntry(step, exampleNow, unknown.tournamentTimezone, []).text).toBe(
      stepEntry({ ...step, until: null } as DayStep, exampleNow, 'America/New_York', []).text,
    )
  })
})

describe('The estimate on a card', () => {
  it('is the large time, with its window and the published time beside it', () => {
    const shown = words(at1440, estimate())
    expect(shown).toMatchObject({
      time: { clock: '2:27', period: 'PM' },
      instant: '2026-11-21T19:27:00.000Z',
      schedule: null,
      estimate: { before: 'about ', after: '', window: '2:18 – 2:42', published: '2:40 PM', old: null },
      queue: { text: '3 fights ahead', tone: 'plain' },
      queueShort: '3 ahead',
      place: 'Sat 11/21 · Eastern',
    })
  })

  it('has the published time beside it only if the two differ by more than three minutes', () => {
    const publishedBeside = (time: string) => words(at1440, estimate({ at: at(time) })).estimate?.published
    expect(publishedBeside('14:37')).toBeNull()
    expect(publishedBeside('14:43')).toBeNull()
    expect(publishedBeside('14:36')).toBe('2:40 PM')
    expect(publishedBeside('14:44')).toBe('2:40 PM')
  })

  it('counts the fights ahead, however many there are', () => {
    expect(words({}, estimate({ fightsAhead: 11 })).queue?.text).toBe('11 fights ahead')
    expect(words({}, estimate({ fightsAhead: 0 })).queue).toEqual({ text: 'next on mat', tone: 'strong' })
  })

  it('shows that the data are old and that the window is therefore wider', () => {
    const shown = words(at1440, estimate({ isOld: true }))
    expect(shown.estimate?.old).toBe('no recent data: wider window')
    expect(shown.sentence).toMatch(/; no recent data: wider window$/)
  })

  it('is one sentence for screen readers', () => {
    expect(words(at1440, estimate()).sentence).toBe(
      'about 2:27 PM, between 2:18 and 2:42, 3 fights ahead on Mat 4; published 2:40 PM',
    )
    expect(words({}, estimate({ fightsAhead: 0 })).sentence).toBe('about 2:27 PM, between 2:18 and 2:42, next on Mat 4')
    expect(words({ matNumber: null }, estimate()).sentence).toMatch(/, mat not known yet$/)
  })

  it('is not shown for a match that is live or over, or whose venue’s time zone is unknown', () => {
    expect(words({ rawStatus: 'started' }, estimate())).toMatchObject({ estimate: null, schedule: null })
    expect(words({ status: 'finished' }, estimate())).toMatchObject({ estimate: null, schedule: null })
    expect(words({ tournamentTimezone: null }, estimate())).toMatchObject({ estimate: null, schedule: 'schedule' })
  })

  it('is shown for a match without a published time', () => {
    expect(words({ localTime: null, scheduledDateTime: null }, estimate())).toMatchObject({
      time: { clock: '2:27', period: 'PM' },
      estimate: { published: null },
    })
  })

  it('is shown in the viewer’s own time as well', () => {
    const far = words({ tournamentTimezone: 'Pacific/Kiritimati' }, estimate())
    expect(far.time).toEqual({ clock: '9:27', period: 'AM' })
    expect(far.own).toMatch(/ your time$/)
  })

  it.each([
    [
      portuguese,
      'aprox. 14:27',
      '14:18 – 14:42',
      'por volta de 14:27, entre 14:18 e 14:42, faltam 3 lutas na área 4; publicado: 14:40',
    ],
    [
      spanish,
      'aprox. 14:27',
      '14:18 – 14:42',
      'hora aproximada: 14:27, entre 14:18 y 14:42, faltan 3 combates en el tatami 4; publicado: 14:40',
    ],
    [japanese, '14:27頃', '14:18～14:42', '14:27頃、14:18から14:42の間、マット4であと3試合、発表 14:40'],
  ])('has its words in $language', (locale, time, window, sentence) => {
    applyLocale(locale)
    const shown = words(at1440, estimate())
    const { before, after } = shown.estimate ?? {}
    expect([before, shown.time && clockText(shown.time), after].join('')).toBe(time)
    expect(shown.estimate?.window).toBe(window)
    expect(shown.sentence).toBe(sentence)
  })
})

describe('The published time on a card', () => {
  it("is named 'schedule' while the match is upcoming and has no estimate", () => {
    const shown = words({}, schedule)
    expect(shown).toMatchObject({ time: { clock: '2:27', period: 'PM' }, schedule: 'schedule', estimate: null })
    expect(shown.sentence).toBe('scheduled for 2:27 PM, 3 fights ahead on Mat 4')
  })

  it('has no name when the match has started or is over', () => {
    expect(words({ rawStatus: 'started' }, schedule)).toMatchObject({ schedule: null, sentence: '2:27 PM, Mat 4' })
    expect(words({ status: 'finished' }, schedule).schedule).toBeNull()
  })

  it('is described in words when it is missing', () => {
    const none = { localTime: null, scheduledDateTime: null, matNumber: null }
    expect(words(none, { ...schedule, fightsAhead: null })).toMatchObject({
      time: null,
      schedule: null,
      sentence: 'time not known yet, mat not known yet',
    })
  })
})

describe('The countdown of an estimate', () => {
  it('runs to the early edge of the window, and is named the earliest start', () => {
    expect(ticking({}, estimate())).toEqual({ text: 'in 51m 00s', tone: 'plain' })
    expect(words({}, estimate()).earliest).toBe('earliest')
    expect(words({}, schedule).earliest).toBeNull()
  })

  it('replaces the delay of a match that its board still lists', () => {
    const late = { localTime: '13:10', scheduledDateTime: '2026-11-21T18:10:00Z' }
    expect(ticking(late, estimate())).toEqual({ text: 'in 51m 00s', tone: 'plain' })
    expect(words(late, estimate()).badge?.text).toBe('running late')
  })

  it("ends in 'any moment' when the window has opened, unless the data are old or a badge says more", () => {
    const now = at('14:19')
    expect(ticking({}, estimate(), now)).toEqual({ text: 'any moment', tone: 'strong' })
    expect(words({}, estimate(), now).earliest).toBeNull()
    expect(ticking({}, estimate({ isOld: true }), now)).toBeNull()
    const due = { rawStatus: 'assigned', scheduledDateTime: '2026-11-21T19:00:00Z' } as const
    expect(ticking(due, estimate({ fightsAhead: 1 }), now)).toBeNull()
  })

  it('is not shown for a match that is live', () => {
    expect(ticking({ rawStatus: 'started' }, estimate())).toBeNull()
  })
})

describe('The status key of a card with an estimate', () => {
  it('changes when the estimate changes by a minute, becomes old or its window opens', () => {
    const key = (estimated: Estimate, now = exampleNow) => statusKey(exampleMatch(), now, estimated)
    expect(key(estimate({ at: example.basis === 'estimate' ? example.at + 5_000 : 0 }))).toBe(key(estimate()))
    expect(key(estimate({ at: at('14:29') }))).not.toBe(key(estimate()))
    expect(key(estimate({ isOld: true }))).not.toBe(key(estimate()))
    expect(key(estimate(), at('14:18') + minute / 2)).not.toBe(key(estimate()))
    expect(key(schedule)).not.toBe(key(estimate()))
  })
})
