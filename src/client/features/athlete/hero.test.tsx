import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import type { AthleteProfile } from '#contract/athletes.ts'
import { exampleProfile } from '#client/cache/example-profile.ts'
import { LiveProvider } from '#client/live/context.tsx'
import { createLiveClient } from '#client/live/live-client.ts'
import { exampleNow } from '#client/texts/example-match.ts'
import { loadTexts } from '#client/texts/t.ts'
import { ClockProvider } from '#client/ui/clock.tsx'
import { Hero } from './hero.tsx'

beforeAll(() => loadTexts('profile'))

const client = createLiveClient()
const clock = { now: () => exampleNow, subscribe: () => () => undefined }
const { data: example } = exampleProfile([], 1)

/** The line below the name: its text, and where its link leads. */
function lineBelowName(
  athlete: Partial<AthleteProfile['athlete']>,
  via: string | null = null,
): { text: string; link?: string } {
  const profile = { ...example, via, athlete: { ...example.athlete, ...athlete } }
  const page = renderToStaticMarkup(
    <LiveProvider client={client}>
      <ClockProvider clock={clock}>
        <Router ssrPath="/athlete-profile/10">
          <Hero profile={profile} />
        </Router>
      </ClockProvider>
    </LiveProvider>,
  )
  const line = /<\/h1>.*?<p[^>]*>(.*?)<\/p>/.exec(page)?.[1] ?? ''
  const link = /href="([^"]*)"/.exec(line)?.[1]
  return { text: line.replace(/<[^>]*>/g, ''), ...(link !== undefined && { link }) }
}

describe('The top of a profile', () => {
  it('has only the belt below the name of an athlete without a team', () => {
    expect(lineBelowName({ team: null })).toEqual({ text: 'Blue belt' })
    expect(lineBelowName({ team: null, belt: null })).toEqual({ text: 'Belt unknown' })
  })

  it('names the followed team of an athlete for whom the source shows no team, without a link', () => {
    expect(lineBelowName({ team: null }, 'Alpha')).toEqual({ text: 'via Alpha · Blue belt' })
  })

  it('links the team to its page', () => {
    expect(lineBelowName({ team: 'Alpha – Recife' }, 'Alpha')).toEqual({
      text: 'Alpha – Recife · via Alpha · Blue belt',
      link: '/tournament/7/team?name=Alpha%20%E2%80%93%20Recife',
    })
  })
})
