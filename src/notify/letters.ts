// What the mails say: plain text, and the same as simple HTML. Names that users chose are text in both, and stand in no
// header.
import { escapeHtml } from '#platform/html.ts'

export type Letter = { subject: string; text: string; html: string }

type Paragraph = string | { link: string }

const letter = (subject: string, username: string, ...paragraphs: Paragraph[]): Letter => {
  const all: Paragraph[] = [`Hello ${username},`, ...paragraphs, 'RollCall']
  const html = all.map((part) => {
    if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
    const address = escapeHtml(part.link)
    return `<p><a href="${address}">${address}</a></p>`
  })
  return {
    subject,
    text: `${all.map((part) => (typeof part === 'string' ? part : part.link)).join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${html.join('\n')}</body></html>`,
  }
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
/** '21 November 2026 at 09:30 UTC' */
const at = (instant: string): string => `${moment.format(new Date(instant))} UTC`

export const resetLetter = (username: string, link: string): Letter =>
  letter(
    'Set a new password for RollCall',
    username,
    'Somebody, probably you, asked for a new password for your RollCall account. Set it here; the link works once, for 30 minutes:',
    { link },
    'If it was not you, ignore this mail. Your password stays as it is.',
  )

/** `forgot`: the page that sends a link for a new password. */
export const passwordChangedLetter = (username: string, when: string, forgot: string): Letter =>
  letter(
    'Your RollCall password was changed',
    username,
    `The password of your RollCall account was changed on ${at(when)}, and other devices were logged out.`,
    'If it was not you, ask for a new password at once, with Forgot Password here:',
    { link: forgot },
  )

export const emailChangedLetter = (username: string, newEmail: string, when: string, link: string): Letter =>
  letter(
    'The email address of your RollCall account was changed',
    username,
    `The email address of your RollCall account was changed to ${newEmail} on ${at(when)}. From now on, mails go there.`,
    'If it was not you, take the change back here. It works once, for 7 days, and logs every device out:',
    { link },
  )

export const failedLoginsLetter = (username: string, when: string, forgot: string): Letter =>
  letter(
    'Many failed logins to your RollCall account',
    username,
    `Up to ${at(when)}, somebody tried to log in to your RollCall account with a wrong password 30 times within a day. The account is not locked and nothing was changed.`,
    'If it was not you, and your password is one that others may guess or that you use elsewhere, set a new one with Forgot Password here:',
    { link: forgot },
  )
