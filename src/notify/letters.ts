// What the mails say, in the language of whoever caused them: plain text, and the same as simple HTML. Names that users
// chose are text in both, and stand in no header.
import { bestLanguage, type Language } from '#contract/language.ts'
import { escapeHtml } from '#platform/html.ts'
import { letterWords, type Said } from './letter-words.ts'

export type Letter = { language: Language; subject: string; text: string; html: string }

/** What a letter tells of. `at` is an instant in ISO 8601. */
export type News =
  | { about: 'reset' }
  | { about: 'email-link' }
  | { about: 'email-claim' }
  | { about: 'password-changed'; at: string }
  | { about: 'email-changed'; at: string; newEmail: string }
  | { about: 'failed-logins'; at: string }

/** `language`: a tag; English stands in for one that is not spoken here. `link`: where the letter leads. */
export function writeLetter(news: News, { language, username, link }: Addressee): Letter {
  const spoken = bestLanguage([language])
  const words = letterWords[spoken]
  const { subject, above, below } = saidOf(news, spoken)
  const before = [username === undefined ? words.hello : words.greeting(username), ...above]
  const after = [...(below === undefined ? [] : [below]), 'RollCall']
  const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`
  const address = escapeHtml(link)
  const html = [...before.map(paragraph), `<p><a href="${address}">${address}</a></p>`, ...after.map(paragraph)]
  return {
    language: spoken,
    subject,
    text: `${[...before, link, ...after].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${spoken}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${html.join('\n')}</body></html>`,
  }
}

/** `username`: only where the address is verified; the others are not to get words that users chose (decision D40). */
type Addressee = { language: string; username?: string; link: string }

function saidOf(news: News, language: Language): Said {
  const words = letterWords[language]
  if (news.about === 'reset') return words.reset
  if (news.about === 'email-link') return words.emailLink
  if (news.about === 'email-claim') return words.emailClaim
  const when = momentText(news.at, language)
  if (news.about === 'password-changed') return words.passwordChanged(when)
  return news.about === 'email-changed' ? words.emailChanged(news.newEmail, when) : words.failedLogins(when)
}

/** '21 November 2026 at 09:30 UTC', '2026年11月21日 9:30 UTC' */
function momentText(instant: string, language: Language): string {
  const locale = language === 'en' ? 'en-GB' : language
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(instant))} UTC`
}
