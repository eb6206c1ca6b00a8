import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { openRollCall, type OpenRollCall, openStage, type Stage } from './stage.ts'

const administrator = { email: 'chief@example.org', password: 'the chief of all mats' }
const sponsors = [
  { name: 'Harbor Mat Works', url: 'https://social.example/harbor', logoUrl: '/favicon.svg' },
  { name: 'Tidewater Gi', url: 'https://social.example/tidewater', logoUrl: '/no-such-logo.svg' },
]
const siteSettings = {
  SUPPORT_EMAIL: 'support@rollcall.example',
  DONATION_URL: 'https://donate.example/rollcall',
  SPONSORS: JSON.stringify(sponsors),
}

let stage: Stage
let rollCall: OpenRollCall
/** Without addresses and sponsors. */
let bare: OpenRollCall

beforeAll(async () => {
  const env = { ...siteSettings, ADMIN_EMAIL: administrator.email, ADMIN_PASSWORD: administrator.password }
  stage = await openStage({ day: { athletes: [2] }, rollCall: { env } })
  ;({ rollCall } = stage)
  bare = await openRollCall({ sourceUrl: stage.day.url })
})
afterAll(async () => {
  await bare?.close()
  await stage?.close()
})

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 844 }

/** Opens this RollCall as a new user. */
async function enterAsNewUser(at: RollCall, viewport = phone): Promise<Follower> {
  return Follower.enter({ ...stage, rollCall: at }, await new Visitor(at.url).signUp(), { viewport })
}

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

/** The label and the target of every link in a region. */
const linksIn = (place: Locator): Promise<[string, string | null][]> =>
  place
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [link.getAttribute('aria-label') ?? link.textContent.trim(), link.getAttribute('href')]),
    )

const commonLinks = [
  ['Tournaments', '/?tab=tournaments'],
  ['Profile', '/profile'],
  ['Share', '/share'],
  ['Help', '/help'],
  ['Sponsors', '/sponsors'],
  ['Donate', '/donate'],
]
const sponsorLinks = [
  ['Harbor Mat Works, opens in a new tab', 'https://social.example/harbor'],
  ['Tidewater Gi, opens in a new tab', 'https://social.example/tidewater'],
  ...Array.from({ length: 4 }, () => ['Your Logo', '/sponsors']),
]

describe('The menu', () => {
  it('leads on a phone to the other pages and to each sponsor, and from free sponsor places to the sponsors page', async () => {
    const { page, pageErrors } = await enterAsNewUser(rollCall)
    const menu = await openMenu(page)
    await menu.getByRole('link', { name: 'Harbor Mat Works' }).waitFor()
    expect(await linksIn(menu)).toEqual([...commonLinks, ...sponsorLinks])
    // A sponsor whose logo fails to load is shown by name.
    await menu.getByText('Tidewater Gi').waitFor()
    expect(await menu.getByRole('link', { name: 'Harbor Mat Works' }).getAttribute('target')).toBe('_blank')
    await menu.getByRole('link', { name: 'Your Logo' }).first().click()
    await page.getByRole('heading', { name: 'Current sponsors' }).waitFor()
    expect(await menu.count()).toBe(0)
    expect(pageErrors).toEqual([])
  })

  it('is a sidebar on a desktop, with two more entries for an administrator', async () => {
    const visitor = new Visitor(rollCall.url)
    await visitor.call('login', { body: { username: administrator.email, password: administrator.password } })
    const { page } = await Follower.enter(stage, visitor, { viewport: desktop })
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await sidebar.getByRole('link', { name: 'Harbor Mat Works' }).waitFor()
    expect(await linksIn(sidebar)).toEqual([
      ['Matches', '/'],
      ['Athletes', '/?tab=athletes'],
      ...commonLinks,
      ['Admin', '/admin'],
      ['Diagnostics', '/diagnostics'],
      ...sponsorLinks,
    ])
    await sidebar.getByRole('link', { name: 'Help' }).click()
    await page.getByRole('heading', { name: 'Help & Support' }).waitFor()
    expect(await sidebar.getByRole('link', { name: 'Help' }).getAttribute('aria-current')).toBe('page')
  })
})

describe('[D16] The help, donation and sponsor pages', () => {
  it('link to the support, donation and partnership addresses of the operator', async () => {
    const { page, pageErrors } = await enterAsNewUser(rollCall)
    await page.goto(`${rollCall.url}/help`)
    await page.getByText('RollCall Version v1.00').waitFor()
    const { version, commit } = (await new Visitor(rollCall.url).call('site')).build
    await page
      .getByText(`Build ${version}${commit === null ? '' : `, ${commit.slice(0, 7)}`}`, { exact: true })
      .waitFor()
    for (const name of [
      'Getting Started',
      'What a card tells you',
      'Tips & Best Practices',
      'Contact & Support',
      'Important Disclaimer',
    ])
      await page.getByRole('heading', { name }).waitFor()
    const address = (name: string) => page.getByRole('link', { name }).getAttribute('href')
    expect(await address('Write to support@rollcall.example')).toBe(
      'mailto:support@rollcall.example?subject=RollCall%20support',
    )
    await page.goto(`${rollCall.url}/donate`)
    expect(await address('Donate, opens in a new tab')).toBe('https://donate.example/rollcall')
    await page.getByText('Secure donation processing by our card payment provider').waitFor()
    await page.goto(`${rollCall.url}/sponsors`)
    expect(await address('Contact us about a partnership')).toBe(
      'mailto:support@rollcall.example?subject=RollCall%20partnership',
    )
    expect(pageErrors).toEqual([])
  })

  it('link only to the licences when no address is configured', async () => {
    const { page, pageErrors } = await enterAsNewUser(bare)
    const linksOf = async (path: string, proof: string): Promise<number> => {
      await page.goto(bare.url + path)
      await page.getByText(proof).waitFor()
      const links = page.locator('#content').getByRole('link')
      return (await links.count()) - (await links.and(page.locator('[href="/licenses.txt"]')).count())
    }
    expect(await linksOf('/help', 'Tell whoever gave you this address.')).toBe(0)
    expect(await linksOf('/donate', 'Donations cannot be made here at the moment.')).toBe(0)
    expect(await linksOf('/sponsors', 'Partnerships are arranged by whoever runs this RollCall.')).toBe(0)
    const menu = await openMenu(page)
    await expect.poll(() => menu.getByRole('link', { name: 'Your Logo' }).count()).toBe(6)
    expect(pageErrors).toEqual([])
  })

  it('require a login', async () => {
    const { page } = await Follower.arrive(stage.browser, rollCall.url)
    for (const path of ['/help', '/donate', '/sponsors', '/profile']) {
      await page.goto(rollCall.url + path)
      await page.getByRole('button', { name: 'Log In' }).waitFor()
      expect(page.url()).toBe(`${rollCall.url}/auth`)
    }
  })
})

it('the help page links to the licences of the packages that the app contains', async () => {
  const { page } = await enterAsNewUser(bare)
  await page.goto(`${bare.url}/help`)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Licenses of the software in RollCall' }).click()
  const text = await (await opened).locator('body').innerText()
  expect(text).toMatch(/^react-dom \d[\d.]* \(MIT\)$/m)
})

it('no help, donation or sponsor page, nor the menu, has an accessibility fault in either theme', async () => {
  const { page } = await enterAsNewUser(rollCall)
  for (const [path, heading] of [
    ['/help', 'Important Disclaimer'],
    ['/donate', 'What it pays for'],
    ['/sponsors', 'Become a partner'],
  ] as const) {
    await page.goto(rollCall.url + path)
    await page.getByRole('heading', { name: heading }).waitFor()
    expect(await accessibilityFaults(page, path)).toEqual([])
  }
  const menu = await openMenu(page)
  await menu.getByRole('link', { name: 'Harbor Mat Works' }).waitFor()
  expect(await accessibilityFaults(page, 'menu')).toEqual([])
}, 120_000)
