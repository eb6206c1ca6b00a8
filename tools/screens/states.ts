// Every screen in every state that matters.
import type { Page } from 'playwright-core'
import type { ScreenFixtures, Person } from './fixtures.ts'

export type State = {
  /** 'matches-sixty': the screen, then its state. */
  name: string
  who: Person
  /** A path, or a whole address. */
  at: string
  /** The steps from the opened page to the state. */
  reach?: (page: Page) => Promise<unknown>
  /** Requests that never get an answer, or fail. */
  without?: [address: string, how: 'never' | 'failed']
  /** Whether only the visible part is shown; otherwise the whole page. */
  onlyWindow?: true
  /** Whether it is shown on a phone only. */
  onlyPhone?: true
}

const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()
const openDialog = (name: string | RegExp) => async (page: Page) => {
  await click(name)(page)
  await page.getByRole('dialog').waitFor()
}
const large = (page: Page) => page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
const type = (text: string) => (page: Page) => page.getByRole('searchbox').first().fill(text)

/** Also runs at the second width: removes what the first run added. */
async function importing(page: Page): Promise<void> {
  const { tournaments } = (await (await page.request.get('/api/tournaments')).json()) as {
    tournaments: { id: number }[]
  }
  for (const { id } of tournaments)
    await page.request.delete(`/api/tournaments/${id}`, { headers: { origin: new URL(page.url()).origin } })
  await page.reload()
  await page.route('**/api/tournaments/*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { tournament?: { import: object } }
    const going = { state: 'running', usable: false, step: 'brackets', done: 31, total: 70 }
    if (body.tournament) body.tournament.import = { ...body.tournament.import, ...going }
    await route.fulfill({ response: answer, json: body })
  })
  await openDialog('Add Tournament')(page)
  await page.getByRole('checkbox', { name: 'Osaka' }).click()
  await click(/^Add 1/)(page)
  await page.getByRole('button', { name: 'Select Athletes to Follow' }).waitFor()
}

/** The source has not answered for 25 minutes. */
async function sourceDown(page: Page): Promise<void> {
  const fetchedAt = new Date(Date.now() - 25 * 60_000).toISOString()
  await page.routeWebSocket(/\/ws/, () => undefined)
  await page.route('**/api/matches/*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { sources: Record<string, object>; lastProgressiveUpdate: string }
    for (const id of Object.keys(body.sources)) body.sources[id] = { ...body.sources[id], state: 'down', fetchedAt }
    await route.fulfill({ response: answer, json: { ...body, lastProgressiveUpdate: fetchedAt } })
  })
  await page.reload()
  await page.getByRole('article').first().waitFor()
}

/** States that change the fixtures for others come last. */
export function statesOf({ day, tournaments, athletes, sharedUrl, emptyUrl }: ScreenFixtures): State[] {
  const [name] = day.match('started').names
  const profile = (of: keyof typeof athletes, state: string = of): State => ({
    name: `profile-${state}`,
    who: of === 'teamless' ? 'fan' : 'follower',
    at: `/athlete-profile/${athletes[of]}`,
  })
  const admin = ['overview', 'users', 'tournaments', 'athletes', 'shares', 'source', 'audit']
  const diagnostics = ['overview', 'athletes', 'issues', 'detail']
  const tab = (which: string) => `/?tab=${which}`
  return [
    { name: 'auth-login', who: 'stranger', at: '/auth' },
    { name: 'auth-login-errors', who: 'stranger', at: '/auth', reach: click('Log In') },
    {
      name: 'auth-login-refused',
      who: 'stranger',
      at: '/auth',
      async reach(page) {
        await page.getByLabel('Email').fill('nobody@example.org')
        await page.getByLabel('Password', { exact: true }).fill('wrong and long')
        await click('Log In')(page)
        await page.getByRole('alert').waitFor()
      },
    },
    { name: 'auth-signup', who: 'stranger', at: '/auth?mode=signup' },
    {
      name: 'auth-signup-errors',
      who: 'stranger',
      at: '/auth?mode=signup',
      reach: (page) => page.getByRole('button', { name: 'Sign Up', exact: true }).last().click(),
    },
    { name: 'auth-forgot', who: 'stranger', at: '/auth?mode=forgot' },
    {
      name: 'reset-form',
      who: 'stranger',
      at: '/reset-password?token=a-token',
      without: ['**/api/reset-password/check', 'failed'],
    },
    { name: 'reset-dead', who: 'stranger', at: '/reset-password?token=a-token' },
    { name: 'reset-invalid', who: 'stranger', at: '/reset-password' },
    { name: 'verify-invalid', who: 'stranger', at: '/verify-email?token=a-token' },
    { name: 'restore-form', who: 'stranger', at: '/restore-account?token=a-token' },
    { name: 'restore-invalid', who: 'stranger', at: '/restore-account' },
    { name: 'settings-view', who: 'follower', at: '/profile' },
    { name: 'matches-none', who: 'newcomer', at: '/' },
    { name: 'matches-nofollow', who: 'onlooker', at: '/' },
    { name: 'matches-few', who: 'follower', at: '/' },
    { name: 'matches-sixty', who: 'fan', at: '/' },
    { name: 'matches-searching', who: 'fan', at: '/', reach: type(name.slice(0, 5)) },
    { name: 'matches-nothing', who: 'fan', at: '/', reach: type('no such name') },
    { name: 'matches-loading', who: 'fan', at: '/', without: ['**/api/matches/upcoming', 'never'] },
    { name: 'matches-failed', who: 'fan', at: '/', without: ['**/api/matches/upcoming', 'failed'] },
    { name: 'matches-offline', who: 'follower', at: '/', reach: (page) => page.context().setOffline(true) },
    { name: 'matches-down', who: 'follower', at: '/', reach: sourceDown },
    { name: 'matches-scrolled', who: 'fan', at: '/', onlyWindow: true, reach: (page) => page.mouse.wheel(0, 900) },
    { name: 'athletes-none', who: 'newcomer', at: tab('athletes') },
    { name: 'athletes-nofollow', who: 'onlooker', at: tab('athletes') },
    { name: 'athletes-few', who: 'follower', at: tab('athletes') },
    { name: 'athletes-sixty', who: 'fan', at: tab('athletes') },
    { name: 'athletes-nothing', who: 'fan', at: tab('athletes'), reach: type('no such name') },
    { name: 'athletes-loading', who: 'fan', at: tab('athletes'), without: ['**/api/athletes/followed', 'never'] },
    { name: 'tournaments-none', who: 'newcomer', at: tab('tournaments') },
    { name: 'tournaments-few', who: 'follower', at: tab('tournaments') },
    {
      name: 'tournaments-remove',
      who: 'fan',
      at: tab('tournaments'),
      reach: openDialog(/^Remove (London|Houston|Tokyo)/),
    },
    { name: 'tournaments-add', who: 'follower', at: tab('tournaments'), reach: openDialog('Add Tournament') },
    { name: 'tournaments-import', who: 'newcomer', at: tab('tournaments'), reach: importing, onlyPhone: true },
    { name: 'follow-start', who: 'onlooker', at: `/athletes/${tournaments.live}` },
    { name: 'follow-few', who: 'follower', at: `/athletes/${tournaments.live}` },
    { name: 'follow-found', who: 'follower', at: `/athletes/${tournaments.live}`, reach: type(name.slice(0, 4)) },
    { name: 'follow-nothing', who: 'follower', at: `/athletes/${tournaments.live}`, reach: type('no such') },
    { name: 'follow-missing', who: 'follower', at: '/athletes/999999' },
    profile('live'),
    profile('medalist'),
    profile('beaten'),
    profile('waiting'),
    profile('long'),
    profile('teamless'),
    {
      ...profile('live', 'unfollow'),
      without: ['**/api/athletes/*/follow', 'never'],
      onlyWindow: true,
      reach: openDialog(/^Unfollow/),
    },
    { ...profile('live', 'loading'), without: ['**/api/athletes/*/order-of-fights', 'never'] },
    { name: 'profile-missing', who: 'follower', at: '/athlete-profile/999999' },
    { name: 'profile-signedout', who: 'stranger', at: '/athlete-profile/1' },
    { name: 'tournament-live', who: 'fan', at: `/tournament/${tournaments.live}` },
    { name: 'tournament-coming', who: 'fan', at: `/tournament/${tournaments.coming}` },
    { name: 'tournament-missing', who: 'fan', at: '/tournament/999999' },
    { name: 'share-none', who: 'newcomer', at: '/share' },
    {
      name: 'share-failed',
      who: 'newcomer',
      at: '/share',
      async reach(page) {
        await page.route('**/api/share/generate', (route) => route.fulfill({ status: 400, json: {} }))
        await click(/^Generate/)(page)
        await page.getByRole('alert').waitFor()
      },
    },
    { name: 'share-loading', who: 'follower', at: '/share', without: ['**/api/share', 'never'] },
    { name: 'share-unread', who: 'follower', at: '/share', without: ['**/api/share', 'failed'] },
    { name: 'share-ready', who: 'follower', at: '/share' },
    { name: 'share-renew', who: 'follower', at: '/share', reach: openDialog('Renew') },
    { name: 'share-delete', who: 'follower', at: '/share', reach: openDialog('Delete link') },
    { name: 'shared-matches', who: 'stranger', at: sharedUrl },
    { name: 'shared-athletes', who: 'stranger', at: `${sharedUrl}?tab=athletes` },
    { name: 'shared-nothing', who: 'stranger', at: sharedUrl, reach: type('no such name') },
    { name: 'shared-large', who: 'stranger', at: sharedUrl, reach: large },
    { name: 'shared-athletes-large', who: 'stranger', at: `${sharedUrl}?tab=athletes`, reach: large },
    { name: 'shared-empty', who: 'stranger', at: emptyUrl },
    { name: 'shared-empty-athletes', who: 'stranger', at: `${emptyUrl}?tab=athletes` },
    { name: 'shared-dead', who: 'stranger', at: '/shared/nothing-behind-it' },
    { name: 'help-view', who: 'follower', at: '/help' },
    { name: 'donate-view', who: 'follower', at: '/donate' },
    { name: 'sponsors-view', who: 'follower', at: '/sponsors' },
    ...admin.map((which): State => ({ name: `admin-${which}`, who: 'admin', at: `/admin?tab=${which}` })),
    { name: 'admin-users-large', who: 'admin', at: '/admin?tab=users', reach: large },
    { name: 'admin-shares-nothing', who: 'admin', at: '/admin?tab=shares', reach: type('no such name') },
    { name: 'admin-loading', who: 'admin', at: '/admin', without: ['**/api/admin/dashboard', 'never'] },
    { name: 'admin-failed', who: 'admin', at: '/admin', without: ['**/api/admin/dashboard', 'failed'] },
    { name: 'admin-remove', who: 'admin', at: '/admin?tab=tournaments', reach: openDialog(/^Remove/) },
    { name: 'admin-denied', who: 'newcomer', at: '/admin' },
    ...diagnostics.map((which): State => ({
      name: `diagnostics-${which}`,
      who: 'admin',
      at: `/diagnostics?tab=${which}`,
    })),
    {
      name: 'diagnostics-chosen',
      who: 'admin',
      at: '/diagnostics?tab=athletes',
      reach: click(/^View Details/),
    },
    {
      name: 'diagnostics-repaired',
      who: 'admin',
      at: '/diagnostics?tab=athletes',
      reach: (page) => click(/^Quick Repair/)(page).then(() => page.getByRole('status').first().waitFor()),
    },
    {
      name: 'diagnostics-failed',
      who: 'admin',
      at: '/diagnostics',
      without: ['**/api/admin/follow-diagnostics?*', 'failed'],
    },
    { name: 'menu-user', who: 'follower', at: '/', onlyPhone: true, reach: openDialog('Menu') },
    { name: 'menu-admin', who: 'admin', at: '/', onlyPhone: true, reach: openDialog('Menu') },
    { name: 'notfound-view', who: 'follower', at: '/nowhere' },
    {
      name: 'share-made',
      who: 'newcomer',
      at: '/share',
      async reach(page) {
        await click(/^Generate/)(page)
        await page.getByRole('textbox', { name: 'Shareable link' }).waitFor()
      },
    },
  ]
}
