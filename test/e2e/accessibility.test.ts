import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Day } from '#support/day.ts'
import type { RollCall } from '#support/rollcall.ts'
import { accessibilityFaults as faults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { createFollower, openContext, openStage, type Stage } from './stage.ts'

let stage: Stage
let browser: Browser
let day: Day
let rollCall: RollCall

beforeAll(async () => {
  stage = await openStage()
  ;({ browser, day, rollCall } = stage)
})
afterAll(() => stage?.close())

it('no screen from the login to the matches, nor the 404 page, has an accessibility fault in either theme', async () => {
  const follower = await Follower.arrive(browser, rollCall.url)
  const { page } = follower
  await page.getByRole('button', { name: 'Log In' }).waitFor()
  expect(await faults(page, 'login')).toEqual([])
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await page.getByLabel('Confirm password').waitFor()
  expect(await faults(page, 'signup')).toEqual([])
  await page.goto(`${rollCall.url}/auth`)
  await follower.signUp()
  // The contrast of a toast cannot be measured while it fades.
  await page.getByText('Welcome to RollCall!').first().waitFor()
  await page.getByText('Welcome to RollCall!').first().waitFor({ state: 'detached' })
  expect(await faults(page, 'dashboard without tournaments')).toEqual([])
  await page.getByRole('button', { name: 'Add Tournament' }).first().click()
  await page.getByRole('checkbox', { name: day.name }).waitFor()
  expect(await faults(page, 'add dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await follower.add(day.name)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await faults(page, 'athletes screen')).toEqual([])
  const { names } = day.match('started')
  await follower.follow(names[0])
  expect(await faults(page, 'athletes screen with a follow')).toEqual([])
  await follower.openMatches()
  await follower.card(names[0]).first().waitFor()
  expect(await faults(page, 'matches')).toEqual([])
  for (const tab of ['athletes', 'tournaments']) {
    await page.goto(`${rollCall.url}/?tab=${tab}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await faults(page, tab)).toEqual([])
  }
  await page.goto(`${rollCall.url}/nowhere`)
  await page.getByText('404 Page Not Found').waitFor()
  expect(await faults(page, 'not found')).toEqual([])
  expect(follower.pageErrors).toEqual([])
}, 180_000)

describe('The interface', () => {
  const texts = {
    'pt-BR': { matches: 'Lutas', mat: /Área\s*\d/i, division: /Adulto|Master|Juvenil/, owner: /^Um RollCall de / },
    es: { matches: 'Combates', mat: /Tatami\s*\d/i, division: /Adulto|Máster|Juvenil/, owner: /^Un RollCall de / },
    ja: { matches: '試合', mat: /マット\s*\d/, division: /アダルト|マスター|ジュブナイル/, owner: /さんのRollCall$/ },
  }
  type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
  /** The stored session of a follower. */
  let session: StorageState
  let name: string
  let shareUrl: string

  beforeAll(async () => {
    ;[name] = day.match('assigned').names
    const visitor = await createFollower(stage, name)
    ;({ shareUrl } = await visitor.call('share', { body: {} }))
    const { page } = await Follower.enter(stage, visitor)
    session = await page.context().storageState()
    await page.context().close()
  }, 120_000)

  const open = async (locale: string, url: string, storageState?: StorageState): Promise<Follower> =>
    Follower.open(
      await openContext(browser, {
        locale,
        timezoneId: 'Pacific/Auckland',
        viewport: { width: 390, height: 844 },
        ...(storageState && { storageState }),
      }),
      url,
    )
  /** The translation keys that are shown instead of texts, or null, and the page's language attribute. */
  const stateOf = (page: Page) =>
    page.evaluate(() => {
      const attributes = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((element) =>
        ['aria-label', 'placeholder', 'title'].map((attribute) => element.getAttribute(attribute) ?? ''),
      )
      const keys = [document.title, document.body.innerText, ...attributes]
        .join('\n')
        .match(/(?<![\w@.-])[a-z]\w+\.[a-z]\w+(?![\w@])/g)
      return { lang: document.documentElement.lang, keys }
    })

  /** The texts that are clipped or overflow the right edge at 200 % zoom on a phone. */
  const clippedAtDoubleSize = async (page: Page): Promise<string[]> => {
    await page.setViewportSize({ width: 195, height: 422 })
    return page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main p, main button, main a')]
        .filter((element) => {
          const { width, right } = element.getBoundingClientRect()
          return (width > 1 && right > innerWidth + 1) || element.scrollHeight > element.clientHeight + 4
        })
        .filter(({ clientHeight }) => clientHeight > 1)
        .map(({ innerText }) => innerText),
    )
  }

  it.each(Object.entries(texts))(
    'is in %s on the dashboard, the profile and the shared page, with no text missing, and fits a phone at 200 % zoom',
    async (language, words) => {
      // Accessibility is checked in Japanese, the script that differs most from Latin.
      const faultsIn = language === 'ja' ? faults : async () => []
      const follower = await open(language, rollCall.url, session)
      const { page } = follower
      const card = page.getByRole('article', { name }).first()
      await card.getByText(words.division).waitFor()
      await page.getByRole('navigation').getByText(words.matches).first().waitFor()
      expect(await stateOf(page)).toEqual({ lang: language, keys: null })
      // The time element holds the UTC instant.
      expect(await card.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
      expect(await faultsIn(page, 'matches')).toEqual([])

      await card.locator('a[href^="/athlete-profile/"]').click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByText(words.division).first().waitFor()
      expect(await stateOf(page)).toEqual({ lang: language, keys: null })
      expect(await faultsIn(page, 'profile')).toEqual([])

      const stranger = await open(language, shareUrl)
      await stranger.page.getByText(words.owner).waitFor()
      await stranger.page.getByRole('article', { name }).first().getByText(words.mat).first().waitFor()
      // The search works only after hydration, which must not change the texts.
      await stranger.page.getByRole('searchbox').fill(name)
      await stranger.page.getByRole('status').getByText(name).waitFor()
      expect(await stateOf(stranger.page)).toEqual({ lang: language, keys: null })
      expect(await faultsIn(stranger.page, 'shared page')).toEqual([])
      expect(await clippedAtDoubleSize(stranger.page)).toEqual([])
      await page.goBack()
      await card.waitFor()
      expect(await clippedAtDoubleSize(page)).toEqual([])
      expect([...follower.pageErrors, ...stranger.pageErrors]).toEqual([])
    },
    120_000,
  )

  it('switches to the language chosen in the menu, keeps typed text and the choice, and is in English when the language fails to load', async () => {
    const { page, pageErrors } = await open('en-US', rollCall.url, session)
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('article', { name }).first().waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('combobox', { name: 'Language' }).selectOption('日本語')
    await page.getByRole('dialog', { name: 'メニュー' }).waitFor()
    expect(await stateOf(page)).toEqual({ lang: 'ja', keys: null })
    await page.keyboard.press('Escape')
    expect(await page.getByRole('searchbox').inputValue()).toBe(name)
    await page.getByRole('article', { name }).first().getByText(texts.ja.division).waitFor()
    await page.reload()
    await page.getByRole('article', { name }).first().getByText(texts.ja.division).waitFor()
    expect(pageErrors).toEqual([])
    await page.route(/\/assets\/ja-/, (route) => route.abort())
    await page.reload()
    await page.getByRole('navigation').getByText('Matches').first().waitFor()
    expect(await stateOf(page)).toEqual({ lang: 'en', keys: null })
  }, 120_000)
})
