// Every screen in every state that matters.
import type { Page } from 'playwright-core'
import { coachStates } from './coach-states.ts'
import { longTeam, type ScreenFixtures } from './fixtures.ts'
import { click, openDialog, type State, type } from './steps.ts'

const enlargeText = (page: Page) => page.evaluate(() => (document.documentElement.style.fontSize = '200%'))

/** May run again, at another width or after a failure, so it first removes what an earlier run added. */
async function startImport(page: Page): Promise<void> {
  const { tournaments } = (await (await page.request.get('/api/tournaments')).json()) as {
    tournaments: { id: number }[]
  }
  for (const { id } of tournaments)
    await page.request.delete(`/api/tournaments/${id}`, { headers: { origin: new URL(page.url()).origin } })
  await page.reload()
  await page.route('**/api/tournaments/*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { tournament?: { import: object } }
    const going = { state: 'running', usable: false, step: 'finalizing', categories: { done: 31, total: 70 } }
    if (body.tournament) body.tournament.import = { ...body.tournament.import, ...going }
    await route.fulfill({ response: answer, json: body })
  })
  await openDialog('Add Tournament')(page)
  await page.getByRole('checkbox', { name: 'Osaka' }).click()
  await click(/^Add 1/)(page)
  await page.getByRole('button', { name: 'Select Athletes to Follow' }).waitFor()
}

/** Shows the lists as if the source had not answered for 25 minutes. */
async function simulateOutage(page: Page): Promise<void> {
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
export function statesOf(fixtures: ScreenFixtures): State[] {
  const { day, tournaments, athletes, sharedUrl, emptyUrl } = fixtures
  const [name] = day.match('started').names
  const profile = (of: keyof typeof athletes, state: string = of): State => ({
    name: `profile-${state}`,
    user: of === 'teamless' ? 'fan' : 'follower',
    at: `/athlete-profile/${athletes[of]}`,
  })
  const admin = ['overview', 'users', 'tournaments', 'athletes', 'shares', 'source', 'audit']
  const diagnostics = ['overview', 'athletes', 'issues', 'detail']
  const team = `/tournament/${tournaments.live}/team?name=${encodeURIComponent(longTeam)}`
  const tab = (which: string) => `/?tab=${which}`
  return [
    { name: 'auth-login', user: 'stranger', at: '/auth' },
    { name: 'auth-login-errors', user: 'stranger', at: '/auth', steps: click('Log In') },
    {
      name: 'auth-login-refused',
      user: 'stranger',
      at: '/auth',
      async steps(page) {
        await page.getByLabel('Email').fill('nobody@example.org')
        await page.getByLabel('Password', { exact: true }).fill('wrong and long')
        await click('Log In')(page)
        await page.getByRole('alert').waitFor()
      },
    },
    { name: 'auth-signup', user: 'stranger', at: '/auth?mode=signup' },
    {
      name: 'auth-signup-errors',
      user: 'stranger',
      at: '/auth?mode=signup',
      steps: (page) => page.getByRole('button', { name: 'Sign Up', exact: true }).last().click(),
    },
    { name: 'auth-forgot', user: 'stranger', at: '/auth?mode=forgot' },
    {
      name: 'reset-form',
      user: 'stranger',
      at: '/reset-password?token=a-token',
      broken: ['**/api/reset-password/check', 'failed'],
      // A link that could not be checked is checked when the password is sent, so the form has no 'Try Again'.
      steps: (page) => page.getByLabel('New password', { exact: true }).waitFor(),
    },
    { name: 'reset-dead', user: 'stranger', at: '/reset-password?token=a-token' },
    { name: 'reset-invalid', user: 'stranger', at: '/reset-password' },
    { name: 'verify-invalid', user: 'stranger', at: '/verify-email?token=a-token' },
    { name: 'restore-form', user: 'stranger', at: '/restore-account?token=a-token' },
    { name: 'restore-invalid', user: 'stranger', at: '/restore-account' },
    { name: 'settings-view', user: 'follower', at: '/profile' },
    { name: 'matches-none', user: 'newcomer', at: '/' },
    { name: 'matches-nofollow', user: 'onlooker', at: '/' },
    { name: 'matches-few', user: 'follower', at: '/' },
    { name: 'matches-sixty', user: 'fan', at: '/' },
    {
      name: 'matches-mats',
      user: 'fan',
      at: '/',
      steps: async (page) => {
        await click('Filter')(page)
        await click('Mats in the next hour')(page)
        await page.getByText('As a list').click()
      },
    },
    { name: 'matches-searching', user: 'fan', at: '/', steps: type(name.slice(0, 5)) },
    { name: 'matches-nothing', user: 'fan', at: '/', steps: type('no such name') },
    { name: 'matches-loading', user: 'fan', at: '/', broken: ['**/api/matches/upcoming', 'never'] },
    { name: 'matches-failed', user: 'fan', at: '/', broken: ['**/api/matches/upcoming', 'failed'] },
    { name: 'matches-offline', user: 'follower', at: '/', steps: (page) => page.context().setOffline(true) },
    { name: 'matches-down', user: 'follower', at: '/', steps: simulateOutage },
    { name: 'matches-scrolled', user: 'fan', at: '/', onlyWindow: true, steps: (page) => page.mouse.wheel(0, 900) },
    { name: 'athletes-none', user: 'newcomer', at: tab('athletes') },
    { name: 'athletes-nofollow', user: 'onlooker', at: tab('athletes') },
    { name: 'athletes-few', user: 'follower', at: tab('athletes') },
    { name: 'athletes-sixty', user: 'fan', at: tab('athletes') },
    { name: 'athletes-nothing', user: 'fan', at: tab('athletes'), steps: type('no such name') },
    { name: 'athletes-loading', user: 'fan', at: tab('athletes'), broken: ['**/api/athletes/followed', 'never'] },
    { name: 'tournaments-none', user: 'newcomer', at: tab('tournaments') },
    { name: 'tournaments-few', user: 'follower', at: tab('tournaments') },
    {
      name: 'tournaments-remove',
      user: 'fan',
      at: tab('tournaments'),
      steps: openDialog(/^Remove (London|Houston|Tokyo)/),
    },
    { name: 'tournaments-add', user: 'follower', at: tab('tournaments'), steps: openDialog('Add Tournament') },
    { name: 'tournaments-import', user: 'newcomer', at: tab('tournaments'), steps: startImport, onlyPhone: true },
    { name: 'follow-start', user: 'onlooker', at: `/athletes/${tournaments.live}` },
    { name: 'follow-few', user: 'follower', at: `/athletes/${tournaments.live}` },
    { name: 'follow-found', user: 'follower', at: `/athletes/${tournaments.live}`, steps: type(name.slice(0, 4)) },
    { name: 'follow-nothing', user: 'follower', at: `/athletes/${tournaments.live}`, steps: type('no such') },
    { name: 'follow-missing', user: 'follower', at: '/athletes/999999' },
    profile('live'),
    profile('medalist'),
    profile('beaten'),
    profile('waiting'),
    profile('long'),
    profile('teamless'),
    { ...profile('long', 'opponent'), steps: click(/^The opponent/) },
    {
      ...profile('live', 'unfollow'),
      broken: ['**/api/athletes/*/follow', 'never'],
      onlyWindow: true,
      steps: openDialog(/^Unfollow/),
    },
    { ...profile('live', 'loading'), broken: ['**/api/athletes/*/order-of-fights', 'never'] },
    { name: 'profile-missing', user: 'follower', at: '/athlete-profile/999999' },
    { name: 'profile-signedout', user: 'stranger', at: '/athlete-profile/1' },
    { name: 'tournament-live', user: 'fan', at: `/tournament/${tournaments.live}` },
    { name: 'tournament-upcoming', user: 'fan', at: `/tournament/${tournaments.upcoming}` },
    { name: 'team-athletes', user: 'follower', at: team },
    {
      name: 'team-points',
      user: 'follower',
      at: team,
      steps: (page) => page.getByRole('tab', { name: 'Points' }).click(),
    },
    { name: 'team-picture', user: 'follower', at: team, steps: openDialog('Picture') },
    { name: 'team-loading', user: 'follower', at: team, broken: ['**/team?*', 'never'] },
    { name: 'team-failed', user: 'follower', at: team, broken: ['**/team?*', 'failed'] },
    { name: 'team-missing', user: 'follower', at: `/tournament/${tournaments.live}/team?name=Nobody` },
    { name: 'tournament-missing', user: 'fan', at: '/tournament/999999' },
    { name: 'share-none', user: 'newcomer', at: '/share' },
    {
      name: 'share-failed',
      user: 'newcomer',
      at: '/share',
      async steps(page) {
        await page.route('**/api/share/generate', (route) => route.fulfill({ status: 400, json: {} }))
        await click(/^Generate/)(page)
        await page.getByRole('alert').waitFor()
      },
    },
    { name: 'share-loading', user: 'follower', at: '/share', broken: ['**/api/share', 'never'] },
    { name: 'share-unread', user: 'follower', at: '/share', broken: ['**/api/share', 'failed'] },
    { name: 'share-ready', user: 'follower', at: '/share' },
    { name: 'share-renew', user: 'follower', at: '/share', steps: openDialog('Renew') },
    { name: 'share-delete', user: 'follower', at: '/share', steps: openDialog('Delete link') },
    { name: 'shared-matches', user: 'stranger', at: sharedUrl },
    { name: 'shared-athletes', user: 'stranger', at: `${sharedUrl}?tab=athletes` },
    { name: 'shared-nothing', user: 'stranger', at: sharedUrl, steps: type('no such name') },
    { name: 'shared-large', user: 'stranger', at: sharedUrl, steps: enlargeText },
    { name: 'shared-athletes-large', user: 'stranger', at: `${sharedUrl}?tab=athletes`, steps: enlargeText },
    { name: 'shared-empty', user: 'stranger', at: emptyUrl },
    { name: 'shared-empty-athletes', user: 'stranger', at: `${emptyUrl}?tab=athletes` },
    { name: 'shared-dead', user: 'stranger', at: '/shared/nothing-behind-it' },
    { name: 'help-view', user: 'follower', at: '/help' },
    { name: 'donate-view', user: 'follower', at: '/donate' },
    { name: 'sponsors-view', user: 'follower', at: '/sponsors' },
    ...admin.map((which): State => ({ name: `admin-${which}`, user: 'admin', at: `/admin?tab=${which}` })),
    { name: 'admin-users-large', user: 'admin', at: '/admin?tab=users', steps: enlargeText },
    { name: 'admin-shares-nothing', user: 'admin', at: '/admin?tab=shares', steps: type('no such name') },
    { name: 'admin-loading', user: 'admin', at: '/admin', broken: ['**/api/admin/dashboard', 'never'] },
    { name: 'admin-failed', user: 'admin', at: '/admin', broken: ['**/api/admin/dashboard', 'failed'] },
    { name: 'admin-remove', user: 'admin', at: '/admin?tab=tournaments', steps: openDialog(/^Remove/) },
    { name: 'admin-denied', user: 'newcomer', at: '/admin' },
    ...diagnostics.map((which): State => ({
      name: `diagnostics-${which}`,
      user: 'admin',
      at: `/diagnostics?tab=${which}`,
    })),
    {
      name: 'diagnostics-chosen',
      user: 'admin',
      at: '/diagnostics?tab=athletes',
      steps: click(/^View Details/),
    },
    {
      name: 'diagnostics-repaired',
      user: 'admin',
      at: '/diagnostics?tab=athletes',
      steps: (page) => click(/^Quick Repair/)(page).then(() => page.getByRole('status').first().waitFor()),
    },
    {
      name: 'diagnostics-failed',
      user: 'admin',
      at: '/diagnostics',
      broken: ['**/api/admin/follow-diagnostics?*', 'failed'],
    },
    { name: 'menu-user', user: 'follower', at: '/', onlyPhone: true, steps: openDialog('Menu') },
    { name: 'menu-admin', user: 'admin', at: '/', onlyPhone: true, steps: openDialog('Menu') },
    ...coachStates(fixtures),
    { name: 'notfound-view', user: 'follower', at: '/nowhere' },
    {
      name: 'share-made',
      user: 'newcomer',
      at: '/share',
      async steps(page) {
        await click(/^Generate/)(page)
        await page.getByRole('textbox', { name: 'Shareable link' }).waitFor()
      },
    },
  ]
}
