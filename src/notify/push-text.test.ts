import { describe, expect, it } from 'vitest'
import { languages } from '#contract/language.ts'
import type { Alert } from '#domain/alert.ts'
import { presentAlert } from './push-text.ts'

type MatchAlert = Extract<Alert, { about: 'match' }>
const near: MatchAlert = {
  about: 'match',
  tournamentId: 1,
  matchId: 7,
  news: { kinds: ['near'], moved: null, on: false, again: false, corrected: false },
  athletes: [{ id: 5, name: 'Marina Pedra Azul' }],
  opponent: 'Lia Serra',
  mat: 4,
  time: '14:27',
  ahead: 2,
  round: 'Round 2',
  result: null,
  winner: null,
  place: null,
}
const textOf = (alert: Alert, language = 'en') =>
  presentAlert(alert, { language, tag: 'match-7', origin: 'https://rollcall.example' }).notification
const moved = (
  minutes: number,
  fromMat: number | null,
  kinds: MatchAlert['news']['kinds'] = ['moved'],
): MatchAlert => ({
  ...near,
  news: { ...near.news, kinds, moved: { minutes, fromMat } },
})
const over = (more: Partial<MatchAlert>): MatchAlert => ({
  ...near,
  ahead: null,
  news: { ...near.news, kinds: ['result'] },
  ...more,
})

describe('an alert', () => {
  it('names the athlete, what happens, the mat, the time and the opponent', () => {
    expect(textOf(near)).toEqual({
      title: 'Marina Pedra Azul',
      body: '2 fights to go · Mat 4 · 2:27 PM · vs Lia Serra',
      lang: 'en',
      dir: 'auto',
      tag: 'match-7',
      renotify: true,
      navigate: 'https://rollcall.example/athlete-profile/5',
    })
    expect(textOf({ ...near, ahead: 0, opponent: null }).body).toBe(
      'Up next · Mat 4 · 2:27 PM · opponent to be decided',
    )
    expect(textOf({ ...near, ahead: null, mat: null, time: null }).body).toBe('Soon · vs Lia Serra')
    expect(textOf({ ...near, news: { ...near.news, on: true } }).body).toBe('On now · Mat 4 · 2:27 PM · vs Lia Serra')
  })

  it('states that a postponed match is near again', () => {
    const again = { ...near, news: { ...near.news, again: true } }
    expect(textOf(again).body).toBe('Near again: 2 fights to go · Mat 4 · 2:27 PM · vs Lia Serra')
    expect(textOf({ ...again, ahead: null }).body).toBe('Near again · Mat 4 · 2:27 PM · vs Lia Serra')
    expect(textOf(again, 'pt-BR').body).toContain('Perto de novo: faltam 2 lutas · ')
    expect(textOf(again, 'es').body).toContain('Cerca de nuevo: faltan 2 combates · ')
    expect(textOf(again, 'ja').body).toContain('再びまもなく：あと2試合 · ')
    expect(textOf({ ...again, news: { ...again.news, on: true } }).body).toBe('On now · Mat 4 · 2:27 PM · vs Lia Serra')
  })

  it('has the estimated time with its window instead of the published one until the match is on', () => {
    const estimate = { time: '14:20', from: '14:11', to: '14:35' }
    expect(textOf({ ...near, estimate }).body).toBe(
      '2 fights to go · Mat 4 · about 2:20 PM (2:11 PM – 2:35 PM) · vs Lia Serra',
    )
    expect(textOf({ ...near, estimate, news: { ...near.news, on: true } }).body).toBe(
      'On now · Mat 4 · 2:27 PM · vs Lia Serra',
    )
    expect(textOf({ ...near, estimate }, 'ja').body).toContain('14:20頃（14:11～14:35）')
  })

  it('about a conflict names the earliest fights in whole lines, and counts those that do not fit', () => {
    const matches = [1, 2, 3, 4, 5, 6, 7, 8].map((mat) => ({
      athletes: [{ id: mat, name: `Marina Pedra Azul de Oliveira ${mat}` }],
      mat,
      time: '14:27',
      isEstimate: true,
    }))
    const lines = (count: number, language?: string) =>
      textOf({ about: 'conflict', tournamentId: 1, pairs: [], matches: matches.slice(0, count) }, language).body.split(
        '\n',
      )
    expect(lines(3)).toHaveLength(3)
    expect(lines(8)).toEqual([
      ...[1, 2, 3, 4].map((mat) => `Marina Pedra Azul de Oliveira ${mat} · Mat ${mat} · about 2:27 PM`),
      '+4',
    ])
    for (const language of languages) expect(lines(8, language).join('\n').length).toBeLessThanOrEqual(240)
  })

  it('states how the match moved', () => {
    expect(textOf(moved(-25, null)).body).toBe('25 min earlier · Mat 4 · 2:27 PM · vs Lia Serra')
    expect(textOf(moved(0, 6)).body).toBe('now Mat 4, not 6 · 2:27 PM · vs Lia Serra')
    expect(textOf(moved(-12, 6, ['near', 'moved'])).body).toBe(
      '2 fights to go · 12 min earlier · now Mat 4, not 6 · 2:27 PM · vs Lia Serra',
    )
  })

  it('states the result with the medal, and marks a correction', () => {
    expect(textOf(over({ result: 'win', place: 1, round: 'Final' })).body).toBe('Won · vs Lia Serra · Final · Gold')
    expect(textOf(over({ result: 'loss' })).body).toBe('Lost · vs Lia Serra · Round 2')
    expect(textOf(over({ result: null })).body).toBe('Finished · vs Lia Serra · Round 2')
    const wrong = over({ result: 'loss', news: { ...near.news, kinds: ['result'], corrected: true } })
    expect(textOf(wrong).body).toBe('Corrected: Lost · vs Lia Serra · Round 2')
    const medal: Alert = {
      about: 'medal',
      tournamentId: 1,
      athletes: [{ id: 5, name: 'Marina Pedra Azul' }],
      division: 'Adult / Female / BLUE / Light',
      place: 3,
      corrected: false,
    }
    expect(textOf(medal)).toMatchObject({ title: 'Marina Pedra Azul', body: 'Bronze · Adult / Female / BLUE / Light' })
    expect(languages.map((language) => textOf(medal, language).body)).toEqual([
      'Bronze · Adult / Female / BLUE / Light',
      'Bronze · Adulto / Feminino / AZUL / Leve',
      'Bronce · Adulto / Femenino / AZUL / Ligero',
      '銅メダル · アダルト / 女子 / 青帯 / ライト級',
    ])
    const unknown = { ...medal, division: 'Master 2 / Male / YELLOW-GREY / Featherish', place: 1 }
    expect(textOf(unknown, 'ja').body).toBe('金メダル · マスター2 / 男子 / 黄-灰帯 / Featherish')
  })

  it('states how a match ended if it was not fought', () => {
    const walkover = over({ unfought: 'walkover', round: 'Semi-Final' })
    const bodies = (alert: MatchAlert) => languages.map((language) => textOf(alert, language).body.split(' · ')[0])
    expect(bodies({ ...walkover, result: 'loss' })).toEqual([
      'Withdrawn or overweight',
      'Desistência ou acima do peso',
      'Retiro o sobrepeso',
      '棄権または体重超過',
    ])
    expect(bodies({ ...walkover, result: 'win' })).toEqual([
      'Won without a fight',
      'Vitória sem luta',
      'Victoria sin combate',
      '不戦勝',
    ])
    expect(bodies(over({ unfought: 'close-out', result: 'loss' }))).toEqual([
      'Closed out, no fight',
      'Chave fechada, sem luta',
      'Categoría cerrada, sin combate',
      'クローズアウト（試合なし）',
    ])
    const athletes = [...near.athletes, { id: 6, name: 'Lia Serra' }]
    expect(bodies({ ...walkover, athletes, opponent: null, result: 'win', winner: 'Lia Serra' })[0]).toBe(
      'Lia Serra won without a fight',
    )
    expect(bodies({ ...walkover, athletes, opponent: null, result: 'loss', winner: null })[0]).toBe(
      'Withdrawn or overweight',
    )
  })

  it('has its own text for each event in each language', () => {
    const bodiesIn = (language: string): string[] =>
      [
        near,
        { ...near, ahead: 1 },
        { ...near, ahead: 0, opponent: null },
        { ...near, ahead: null },
        { ...near, news: { ...near.news, on: true } },
        moved(-25, null),
        moved(7, null),
        moved(0, 6),
        over({ result: 'win', round: 'Final', place: 2 }),
        over({ result: 'loss', round: 'Quarter Final' }),
        over({ result: null, round: 'Semi-Final' }),
        over({ result: 'loss', news: { ...near.news, kinds: ['result'], corrected: true } }),
        { about: 'test' as const },
      ].map((alert) => textOf(alert, language).body)
    const english = bodiesIn('en')
    for (const language of languages.slice(1)) {
      const bodies = bodiesIn(language)
      expect(bodies.filter((body, at) => body === english[at] || /undefined|null/.test(body))).toEqual([])
      expect(new Set(bodies).size).toBe(bodies.length)
    }
  })

  it('names both athletes of a match when both are followed, and opens the list of matches', () => {
    const athletes = [...near.athletes, { id: 6, name: 'Lia Serra' }]
    expect(textOf({ ...near, athletes, opponent: null })).toMatchObject({
      title: 'Marina Pedra Azul vs Lia Serra',
      body: '2 fights to go · Mat 4 · 2:27 PM',
      navigate: 'https://rollcall.example/',
    })
    expect(textOf(over({ athletes, opponent: null, winner: 'Lia Serra' })).body).toBe('Lia Serra won · Round 2')
  })

  it('is written in each language with its format of time', () => {
    expect(languages.map((language) => textOf(near, language).body)).toEqual([
      '2 fights to go · Mat 4 · 2:27 PM · vs Lia Serra',
      'Faltam 2 lutas · Área 4 · 14:27 · vs Lia Serra',
      'Faltan 2 combates · Tatami 4 · 14:27 · vs. Lia Serra',
      'あと2試合 · マット4 · 14:27 · vs Lia Serra',
    ])
    expect(textOf(near, 'tlh').lang).toBe('en')
  })

  it('[X-01] keeps source texts as plain text, and its message under 3 KB', () => {
    const hostile = '<img src=x onerror=alert(1)> "}],"web_push":0 '
    const text = textOf({ ...near, athletes: [{ id: 5, name: hostile }], opponent: hostile })
    expect(text.title).toBe(hostile)
    expect(text.navigate).toBe('https://rollcall.example/athlete-profile/5')
    const long = '🥋'.repeat(20_000)
    for (const language of languages) {
      const alert: Alert = {
        ...moved(-12, 6, ['near', 'moved']),
        athletes: [
          { id: 5, name: long },
          { id: 6, name: long },
        ],
      }
      const message = presentAlert(alert, { language, tag: 'match-7', origin: 'https://rollcall.example' })
      expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(3_000)
      expect(message.notification.title).toContain('🥋…')
    }
  })

  it('isolates names that are written from right to left, also shortened ones', () => {
    const name = 'محمد '.repeat(40).trim()
    const text = textOf({
      ...near,
      athletes: [
        { id: 5, name },
        { id: 6, name: 'Ana' },
      ],
      opponent: null,
    })
    expect(text.title).toMatch(/^\u2068محمد [^\u2068\u2069]+…\u2069 .*Ana$/)
    expect(textOf({ ...near, opponent: 'דוד' }).body).toContain('vs \u2068דוד\u2069')
  })

  it('names up to three followed people who entered another tournament; of more, it names two and counts the others', () => {
    const athletes = ['Ana', 'Bea', 'Cy', 'Dee'].map((name, index) => ({ id: index + 1, name }))
    const entry = (count: number) =>
      ({ about: 'entry', tournamentId: 1, tournament: 'Porto Alvo Open', athletes: athletes.slice(0, count) }) as const
    expect(textOf(entry(3))).toMatchObject({ title: 'Porto Alvo Open', body: 'Entered: Ana, Bea, and Cy' })
    expect(textOf(entry(4)).body).toBe('Entered: Ana, Bea, and 2 more')
    expect(textOf(entry(1), 'pt-BR').body).toBe('Na lista de inscritos: Ana')
    expect(textOf(entry(4), 'es').body).toBe('En la lista de inscritos: Ana, Bea y 2 más')
    expect(textOf(entry(4), 'ja').body).toBe('エントリー：Ana、Bea、ほか2名')
    expect(textOf(entry(1)).navigate).toBe('https://rollcall.example/?tab=athletes')
  })

  it('has the numbers of athletes of a followed team who joined and who withdrew', () => {
    const news = { about: 'team', tournamentId: 1, tournament: 'Porto Alvo Open', team: 'Alpha' } as const
    expect(textOf({ ...news, entered: true, joined: 14, withdrew: 0 })).toMatchObject({
      title: 'Alpha',
      body: 'Porto Alvo Open · 14 athletes entered',
    })
    const later = { ...news, entered: false, joined: 3, withdrew: 1 }
    expect(textOf(later).body).toBe('Porto Alvo Open · 3 joined · 1 withdrew')
    expect(textOf(later, 'pt-BR').body).toBe('Porto Alvo Open · 3 entraram · 1 saiu')
    expect(textOf(later, 'es').body).toBe('Porto Alvo Open · 3 altas · 1 baja')
    expect(textOf(later, 'ja').body).toBe('Porto Alvo Open · 3名追加 · 1名辞退')
  })
})
