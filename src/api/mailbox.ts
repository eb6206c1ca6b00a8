// The demo's mailbox: a page with the latest 200 emails that a mail server would have sent. It shows the links that reset
// passwords, so it exists only in the demo.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '#platform/html.ts'
import type { MailboxEmail, Store } from '#store'
import { plainStyle } from './plain-style.ts'

export const mailboxPath = '/mailbox'

/** Serves the page, with the newest email first, and its style sheet. */
export function serveMailbox(app: FastifyInstance, emails: Pick<Store['emails'], 'mailbox'>): void {
  const hide = (reply: FastifyReply) => reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
  app.get(mailboxPath, async (_, reply) =>
    hide(reply)
      .type('text/html; charset=utf-8')
      .send(page(await emails.mailbox())),
  )
  app.get(`${mailboxPath}/style.css`, async (_, reply) => hide(reply).type('text/css; charset=utf-8').send(style))
}

const page = (emails: MailboxEmail[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Mailbox of the RollCall demo</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${mailboxPath}/style.css"></head>
<body><header><h1>Mailbox</h1><a href="${mailboxPath}">Look again</a></header>
<p>This demo has no mail server. What it would have sent is kept here, newest first.</p>
<main>${emails.map(mail).join('\n') || '<p class="none">No mail yet. Sign up, forget a password, or change your email address.</p>'}</main></body></html>`

/** The page is in English, each email in the language of the request that caused it. */
const mail = ({ to, language, subject, text, sentAt }: MailboxEmail): string => {
  const lang = escapeHtml(language)
  const about = `<span>to ${escapeHtml(to)}</span> <time datetime="${sentAt}">${timeFormat.format(new Date(sentAt))} UTC</time>`
  return `<article><h2 lang="${lang}">${escapeHtml(subject)}</h2><p class="about">${about}</p>
<div lang="${lang}">${text.trim().split('\n\n').map(paragraph).join('\n')}</div></article>`
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })

/** Makes links relative to the host of the request, because phones open the demo under another name than this machine. */
function paragraph(text: string): string {
  const url = /^https?:\/\/\S+$/.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (!url) return `<p>${escapeHtml(text)}</p>`
  return `<p><a href="${escapeHtml(url.pathname + url.search)}">${escapeHtml(text)}</a></p>`
}

const style = `${plainStyle}header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem }
h2 { font-size: 1.1rem }
article { margin: 1rem 0; padding: 1rem; border-radius: .75rem; background: light-dark(#ffffff, #171b22) }
article p { margin: .75rem 0; overflow-wrap: anywhere }
article p:last-child { margin-bottom: 0 }
.about { display: flex; flex-wrap: wrap; gap: 0 .75rem; margin-top: .25rem; font-size: .9rem; color: light-dark(#4a5361, #a9b2bf) }
.none { padding: 2rem 0; text-align: center }
`
