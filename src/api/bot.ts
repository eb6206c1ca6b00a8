// The page /bot, whose address is in the User-Agent of every request to the source: what this installation reads, how often,
// and how to have it stopped. It is for the source's operators, so it needs no script and no account.
import type { FastifyInstance } from 'fastify'
import { contactAddress } from '#platform/contact.ts'
import { escapeHtml } from '#platform/html.ts'
import { plainStyle } from './plain-style.ts'

/** What this installation reads, and under which limits. */
export type Robot = {
  /** Its name in User-Agent and robots.txt. */
  readonly name: string
  /** The origins that it reads; empty in a demo, which reads only its own simulator. */
  readonly origins: readonly string[]
  /** The request budget per origin; `perSecond` is null for a source on this machine, which has no limit. */
  readonly budget: Readonly<{ perSecond: number | null; burst: number; perDay: number; inFlight: number }>
  /** The operator's email address or web page. */
  readonly contact: string | undefined
  /** The operator's statement that somebody permitted reading what robots.txt disallows. */
  readonly permission: string | undefined
}

const path = '/bot'

/** Serves the page and its style sheet. */
export function serveRobotPage(app: FastifyInstance, robot: Robot): void {
  const html = page(robot)
  const caching = 'public, max-age=3600'
  app.get(path, async (_, reply) => reply.header('cache-control', caching).type('text/html; charset=utf-8').send(html))
  app.get(`${path}/style.css`, async (_, reply) =>
    reply.header('cache-control', caching).type('text/css; charset=utf-8').send(style),
  )
}

const page = (robot: Robot): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${robot.name} of RollCall</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="${path}/style.css"></head>
<body><main><h1>${robot.name}</h1>
<p>RollCall shows followers of jiu-jitsu tournaments who fights next, on which mat, and when.
${robot.name} is the program of this installation that reads the competition system for them: once for everybody, however many people follow.</p>
${robot.origins.length === 0 ? demoText : installationText(robot)}</main></body></html>`

const demoText = `<h2>This is a demo</h2>
<p>It reads a simulated competition system on its own machine, and nothing else.</p>`

const installationText = (robot: Robot): string => `<h2>What it reads</h2>
<p>Public pages of the tournaments that its users have added, and the list of events; of each other listed tournament one page a
day at most, to see whether somebody whom its users follow is entered, and if so its pages once. All at:</p>
<ul>${robot.origins.map((origin) => `<li><code>${escapeHtml(origin)}</code></li>`).join('')}</ul>
<h2>How often</h2>
<ul>${paceSentences(robot.budget)
  .map((line) => `<li>${line}</li>`)
  .join('')}</ul>
<h2>What robots.txt says</h2>
<p>${robotsSentence(robot)}</p>
<h2>How to have it stopped</h2>
${robot.permission === undefined ? exclusionLines(robot.name) : ''}<p>${contactSentence(robot)}</p>`

function paceSentences({ perSecond, burst, perDay, inFlight }: Robot['budget']): string[] {
  if (perSecond === null) return ['As fast as it is answered: it reads a system on its own machine.']
  const [span, seconds] = perSecond * 60 >= 1 ? ['minute', 60] : ['hour', 3_600]
  return [
    `At most ${Math.round(perSecond * seconds + burst)} requests in any ${span} and ${countText(perDay)} in a day to each host, over all pages and users.`,
    `At most ${inFlight} requests at the same time, and ${burst} one after the other without a pause.`,
    'The order of fights of a day is read every 15 to 45 seconds while it is in progress and users have it open, every 1 to 10 minutes otherwise, and rarely before; other pages less often.',
    'It waits as long as Retry-After requests, 15 minutes after a 403, and for growing delays while the host fails or is slow.',
  ]
}

const countText = (count: number): string => count.toLocaleString('en')

const robotsSentence = ({ name, permission }: Robot): string =>
  permission === undefined
    ? `It is read once a day and obeyed (RFC 9309), with the delay that Crawl-delay requests. Rules for <code>${name}</code> take precedence over rules for all robots.`
    : `The operator of this installation states that somebody permitted reading what robots.txt disallows: ${escapeHtml(permission)}`

const exclusionLines = (name: string): string => `<p>Put these lines into robots.txt. Reading stops within a day.</p>
<pre>User-agent: ${name}
Disallow: /</pre>
`

function contactSentence({ contact, permission }: Robot): string {
  if (contact === undefined) return 'The operator of this installation has named no address to write to.'
  const href = contactAddress(contact)
  const shown = /^(?:mailto|https?):/.test(href)
    ? `<a href="${escapeHtml(href)}">${escapeHtml(contact)}</a>`
    : escapeHtml(contact)
  return `${permission === undefined ? 'Or write' : 'Write'} to the operator of this installation: ${shown}`
}

const style = `${plainStyle}h2 { margin-top: 1.5rem; font-size: 1.1rem }
p, ul { margin: .5rem 0 }
code, pre { font: .95rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
pre { margin: .5rem 0; padding: .75rem 1rem; border-radius: .75rem; background: light-dark(#ffffff, #171b22); overflow-x: auto }
`
