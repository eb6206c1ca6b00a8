// Presents an alert as a push message: its text, and the page that it opens.
import { clockFormat, clockInstant } from '#contract/clock-format.ts'
import { bestLanguage, type Language } from '#contract/language.ts'
import type { PushMessage } from '#contract/push-message.ts'
import type { Alert } from '#domain/alert.ts'
import { isolated } from '#domain/name.ts'
import { medalOf } from '#domain/tournament.ts'
import { divisionIn } from './division-text.ts'
import { type AlertTexts, alertTexts } from './alert-texts.ts'

/** In characters. These limits keep any message under 3 KB (push services accept 4 KB, encrypted). */
const maxLength = { name: 60, title: 130, body: 240 }

/** The push message of an alert. `language` is a tag; an unsupported one falls back to English. `origin` is the app's origin. */
export function presentAlert(
  alert: Alert,
  { language, tag, origin }: { language: string; tag: string; origin: string },
): PushMessage {
  const supported = bestLanguage([language])
  const words = alertTexts[supported]
  const { title, body } = textOf(alert, supported, words)
  return {
    web_push: 8030,
    notification: {
      title: clip(title, maxLength.title),
      body: clip(body, maxLength.body),
      lang: supported,
      dir: 'auto',
      tag,
      renotify: true,
      navigate: `${origin}${pathOf(alert)}`,
    },
  }
}

/**
 * The page that an alert opens: the athlete's profile, or the list of matches for several athletes and for a conflict; the list of
 * athletes for an entry or a team, and the user's profile for a test.
 */
function pathOf(alert: Alert): string {
  if (alert.about === 'test') return '/profile'
  if (alert.about === 'conflict') return '/'
  if (alert.about === 'entry' || alert.about === 'team') return '/?tab=athletes'
  const [first, second] = alert.athletes
  return first && !second ? `/athlete-profile/${first.id}` : '/'
}

function textOf(alert: Alert, language: Language, words: AlertTexts): { title: string; body: string } {
  if (alert.about === 'test') return { title: 'RollCall', body: words.test }
  if (alert.about === 'conflict')
    return {
      title: words.atOnce(alert.matches.length),
      body: linesThatFit(alert.matches.map((match) => conflictText(match, language, words))),
    }
  if (alert.about === 'entry') return { title: alert.tournament, body: entryText(alert, language, words) }
  if (alert.about === 'team') return { title: alert.team, body: teamText(alert, words) }
  if (alert.about === 'step') return stepText(alert, language, words)
  const [first, second] = alert.athletes.map(({ name }) => nameText(name))
  const title = second === undefined ? (first ?? '') : words.pair(first ?? '', second)
  if (alert.about === 'medal') {
    const body = join(medalText(alert.place, words), divisionIn(language, alert.division))
    return { title, body: alert.corrected ? words.corrected(body) : body }
  }
  const versus =
    second !== undefined ? null : alert.opponent === null ? words.opponentOpen : words.versus(nameText(alert.opponent))
  const { news } = alert
  if (news.kinds.includes('result')) {
    const body = join(resultText(alert, words), versus, roundText(alert.round, words), medalText(alert.place, words))
    return { title, body: news.corrected ? words.corrected(body) : body }
  }
  const time = timeText(alert, language, words)
  const mat = alert.mat === null || news.moved?.fromMat ? null : words.mat(alert.mat)
  return { title, body: join(nearText(alert, words), ...movedTexts(alert, words), mat, time, versus) }
}

/** A name within a text: short, and isolated. */
const nameText = (name: string): string => isolated(clip(name, maxLength.name))

type ConflictMatch = Extract<Alert, { about: 'conflict' }>['matches'][number]

/** 'Marina Pedra · Mat 3 · about 2:27 PM' */
function conflictText(
  { athletes, mat, time, isEstimate }: ConflictMatch,
  language: Language,
  words: AlertTexts,
): string {
  const clock = clockText(language, time)
  const [first = '', second] = athletes.map(({ name }) => nameText(name))
  const names = second === undefined ? first : words.pair(first, second)
  return join(names, words.mat(mat), isEstimate ? words.around(clock) : clock)
}

/** The first lines, as many as fit a body; a last line counts the others: '+4'. */
function linesThatFit(lines: readonly string[]): string {
  for (let count = lines.length; ; count--) {
    const more = lines.length - count
    const text = [...lines.slice(0, count), ...(more > 0 ? [`+${more}`] : [])].join('\n')
    if (count <= 1 || Array.from(text).length <= maxLength.body) return text
  }
}

/** The maximum number of parts in a list of names. The last part counts the names that are not shown, if there are any. */
const maxParts = 3

/** 'Entered: Marina Pedra, Lia Serra, and 3 more' */
function entryText({ athletes }: Extract<Alert, { about: 'entry' }>, language: Language, words: AlertTexts): string {
  const names = athletes.map(({ name }) => nameText(name))
  const shown = names.length > maxParts ? names.slice(0, maxParts - 1) : names
  const more = names.length - shown.length
  const parts = more > 0 ? [...shown, words.more(more)] : shown
  return words.entered(new Intl.ListFormat(language).format(parts))
}

/** 'Porto Alvo Open · 3 joined · 1 withdrew' */
const teamText = (
  { tournament, entered, joined, withdrew }: Extract<Alert, { about: 'team' }>,
  words: AlertTexts,
): string =>
  join(
    nameText(tournament),
    joined === 0 ? null : entered ? words.teamEntered(joined) : words.joined(joined),
    withdrew === 0 ? null : words.withdrew(withdrew),
  )

/** 'Report by 9:40 AM · 29 min earlier'; for several athletes this is the title, and the body has their names. */
function stepText(
  { step, athletes, division, time, earlier }: Extract<Alert, { about: 'step' }>,
  language: Language,
  words: AlertTexts,
): { title: string; body: string } {
  const clock = clockText(language, time)
  const names = athletes.map(({ name }) => nameText(name))
  const by = step === 'report' ? words.report(clock) : words.openClass(clock)
  const line = join(by, earlier === undefined ? null : words.earlier(earlier))
  if (names.length > 1) return { title: line, body: names.join(', ') }
  return { title: names[0] ?? '', body: join(line, divisionIn(language, division)) }
}

const clockFormats = new Map<Language, Intl.DateTimeFormat>()
/** A venue-local 'HH:MM' in the language's format. Formats are kept, because making one takes longer than an encryption. */
function clockText(language: Language, localTime: string): string {
  const format = clockFormats.get(language) ?? clockFormat(language, 'UTC')
  clockFormats.set(language, format)
  return format.format(clockInstant(localTime))
}

type MatchAlert = Extract<Alert, { about: 'match' }>

/** The estimated time with its window, as on the card; else the published time. A match in progress gets no window. */
function timeText({ time, estimate, news }: MatchAlert, language: Language, words: AlertTexts): string | null {
  const clock = (text: string): string => clockText(language, text)
  if (!estimate || news.on) return time && clock(time)
  return words.about(clock(estimate.time), clock(estimate.from), clock(estimate.to))
}

function nearText({ news, ahead }: MatchAlert, words: AlertTexts): string | null {
  if (!news.kinds.includes('near')) return null
  if (news.on) return words.on
  const fights = ahead === null ? null : ahead === 0 ? words.next : words.ahead(ahead)
  return news.again ? words.nearAgain(fights) : (fights ?? words.near)
}

function movedTexts({ news: { moved }, mat }: MatchAlert, words: AlertTexts): (string | null)[] {
  if (!moved) return []
  const { minutes, fromMat } = moved
  return [
    minutes === 0 ? null : minutes < 0 ? words.earlier(-minutes) : words.later(minutes),
    fromMat === null || mat === null ? null : words.nowMat(mat, fromMat),
  ]
}

function resultText({ result, unfought, winner, athletes }: MatchAlert, words: AlertTexts): string {
  if (unfought === 'close-out') return words.closedOut
  const name = athletes.length > 1 && winner !== null ? nameText(winner) : null
  if (unfought)
    return name !== null ? words.winnerUnfought(name) : result === 'win' ? words.wonUnfought : words.withdrawn
  if (athletes.length > 1) return name === null ? words.over : words.winner(name)
  return result === 'win' ? words.won : result === 'loss' ? words.lost : words.over
}

function roundText(round: string | null, { rounds }: AlertTexts): string | null {
  if (round === 'Final' || round === 'Semi-Final' || round === 'Quarter Final') return rounds[round]
  const number = /^Round (\d+)$/.exec(round ?? '')?.[1]
  return number === undefined ? null : rounds.round(Number(number))
}

function medalText(place: number | null, { medals }: AlertTexts): string | null {
  const medal = place === null ? null : medalOf(place)
  return medal && medals[medal]
}

const join = (...parts: (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join(' · ')

/** Cuts a text to `most` characters, never inside one. */
function clip(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
