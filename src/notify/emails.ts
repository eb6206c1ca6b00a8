// Composes emails in the recipient's language, as plain text and as simple HTML. Names that users chose are escaped in HTML, and
// are never part of a header.
import { bestLanguage, type Language } from '#contract/language.ts'
import { isolated } from '#domain/name.ts'
import { escapeHtml } from '#platform/html.ts'
import { emailTexts, type EmailText } from './email-texts.ts'

export type Email = { language: Language; subject: string; text: string; html: string }

/** What an email is about. `at` is an instant in ISO 8601. */
export type EmailContent =
  | { about: 'reset' }
  | { about: 'email-link' }
  | { about: 'email-claim' }
  | { about: 'password-changed'; at: string }
  | { about: 'email-changed'; at: string; newEmail: string }
  | { about: 'failed-logins'; at: string }
  | { about: 'alerts-stopped'; at: string }

/** Composes an email. `language` is a tag; an unsupported one falls back to English. `link` is the link in the email. */
export function composeEmail(content: EmailContent, { language, username, link }: EmailTarget): Email {
  const supported = bestLanguage([language])
  const words = emailTexts[supported]
  const { subject, above, below } = textsOf(content, supported)
  const before = [username === undefined ? words.hello : words.greeting(isolated(username)), ...above]
  const after = [...(below === undefined ? [] : [below]), 'RollCall']
  const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`
  const address = escapeHtml(link)
  const html = [...before.map(paragraph), `<p><a href="${address}">${address}</a></p>`, ...after.map(paragraph)]
  return {
    language: supported,
    subject,
    text: `${[...before, link, ...after].join('\n\n')}\n`,
    html: `<!doctype html><html lang="${supported}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${html.join('\n')}</body></html>`,
  }
}

/** `username` only for a verified address: other recipients must not get text that users chose (decision D40). */
type EmailTarget = { language: string; username?: string; link: string }

function textsOf(content: EmailContent, language: Language): EmailText {
  const words = emailTexts[language]
  if (content.about === 'reset') return words.reset
  if (content.about === 'email-link') return words.emailLink
  if (content.about === 'email-claim') return words.emailClaim
  const when = formatInstant(content.at, language)
  if (content.about === 'password-changed') return words.passwordChanged(when)
  if (content.about === 'alerts-stopped') return words.alertsStopped
  return content.about === 'email-changed' ? words.emailChanged(content.newEmail, when) : words.failedLogins(when)
}

/** '21 November 2026 at 09:30 UTC', '2026年11月21日 9:30 UTC' */
function formatInstant(instant: string, language: Language): string {
  const locale = language === 'en' ? 'en-GB' : language
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(instant))} UTC`
}
