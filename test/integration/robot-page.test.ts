// The page that our User-Agent links to, for the operators of the source.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiOptions } from '#api'
import { agent, budgetOf } from '#ingest'
import { type ApiUnderTest, startApi } from '#support/server.ts'

type Robot = ApiOptions['robot'] & object

const robot: Robot = {
  name: agent,
  origins: ['https://source.example', 'https://events.example'],
  budget: budgetOf(undefined),
  contact: 'ops@rollcall.example',
  permission: undefined,
}

let api: ApiUnderTest
beforeAll(async () => {
  api = await startApi({ sourceUrl: 'https://source.example', publicUrl: 'https://rollcall.example', robot })
})
afterAll(() => api.close())

/** The page of a server whose robot has these changes, as text. */
async function pageOf(changes: Partial<Robot> = {}): Promise<string> {
  await using server = await startApi({
    databaseUrl: api.databaseUrl,
    sourceUrl: 'https://source.example',
    robot: { ...robot, ...changes },
  })
  return (await server.visitor().fetch('/bot')).text()
}

describe('The page at /bot', () => {
  it('is public, has no script and may be cached', async () => {
    const answer = await api.visitor().fetch('/bot')
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'content-security-policy': expect.stringContaining("script-src 'self'") as string,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(page).not.toMatch(/<script|style=/)
    const style = await api.visitor().fetch('/bot/style.css')
    expect(style.headers.get('content-type')).toContain('text/css')
  })

  it('states who reads which pages, the maximum rate, and that robots.txt is obeyed', async () => {
    const page = await pageOf()
    expect(page).toContain('<h1>RollCallBot</h1>')
    for (const origin of robot.origins) expect(page).toContain(`<code>${origin}</code>`)
    expect(page).toContain('At most 60 requests in any minute and 30,000 in a day to each host')
    expect(page).toContain('It is read once a day and obeyed')
  })

  it('states how to stop the robot: by robots.txt or by a message to the operator', async () => {
    const page = await pageOf()
    expect(page).toContain('<pre>User-agent: RollCallBot\nDisallow: /</pre>')
    expect(page).toContain('<a href="mailto:ops@rollcall.example">ops@rollcall.example</a>')
    expect(await pageOf({ contact: 'https://rollcall.example/who' })).toContain(
      '<a href="https://rollcall.example/who">',
    )
    expect(await pageOf({ contact: 'https://social.example/@ops' })).toContain('<a href="https://social.example/@ops">')
    expect(await pageOf({ contact: 'javascript:alert(1)' })).not.toContain('href="javascript')
    expect(await pageOf({ contact: undefined })).toContain('has named no address')
  })

  it('states the configured budget', async () => {
    expect(await pageOf({ budget: budgetOf(2) })).toContain('At most 120 requests in any minute')
    expect(await pageOf({ budget: budgetOf(0.01) })).toContain('At most 19 requests in any hour')
    expect(await pageOf({ budget: budgetOf('unlimited') })).toContain('a system on its own machine')
  })

  it('states a configured permission as text, and then makes no promise about robots.txt', async () => {
    const page = await pageOf({ permission: 'Letter of 3 May <b>' })
    expect(page).toContain(
      'states that somebody permitted reading what robots.txt disallows: Letter of 3 May &lt;b&gt;',
    )
    expect(page).not.toContain('Disallow')
  })

  it('states that a demo reads only its own simulator', async () => {
    const page = await pageOf({ origins: [] })
    expect(page).toContain('It reads a simulated competition system on its own machine, and nothing else.')
    expect(page).not.toContain('How often')
  })
})
