// Claims of fights of a shared RollCall, by its owner and from two phones without an account.
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openNetworkProxy } from '#support/network-proxy.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower, phone } from './follower.ts'
import { createFollower, openContext, openStage, type Stage } from './stage.ts'
import { untilCached } from './stored.ts'

let stage: Stage
let name: string
beforeAll(async () => {
  stage = await openStage()
  ;[name] = stage.day.match('assigned').names
})
afterAll(() => stage?.close())

type Phone = { page: Page; context: BrowserContext; pageErrors: string[] }

/** Opens the link in a browser without an account. */
async function openLink(url: string): Promise<Phone> {
  const context = await openContext(stage.browser, phone)
  const pageErrors: string[] = []
  // The errors of all pages that are opened in this context.
  context.on('weberror', (error) => pageErrors.push(error.error().message))
  const page = await context.newPage()
  await page.goto(url)
  return { page, context, pageErrors }
}

/** The card's button, by its accessible name without the athlete. */
const button = (page: Page, text: string): Locator =>
  page
    .getByRole('article', { name })
    .first()
    .getByRole('button', { name: new RegExp(text) })
/** A name as RollCall shows it, with single blanks. */
const plain = (athlete: string | null): string => (athlete ?? '').replace(/\s+/g, ' ').trim()
/** Patterns of the accessible name of a card's button: unclaimed, claimed on this device, and a claim that is not sent yet. */
const free = "^Who's got this\\?"
const own = '^You have the fight'
const unsent = 'not sent yet'
const toast = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByText(text, { exact: true })

async function enterName(page: Page, typed: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Who are you?' })
  await dialog.getByLabel('Your name').fill(typed)
  await dialog.getByRole('button', { name: 'Claim the fight' }).click()
}

async function takeOver(page: Page, from: string): Promise<void> {
  await button(page, `^${from} has the fight`).click()
  await page
    .getByRole('dialog', { name: `${from} has this fight` })
    .getByRole('button', { name: 'Take over' })
    .click()
}

it('A shared page shows its fights if the file of the claim control cannot be loaded', async () => {
  const visitor = await createFollower(stage, name)
  const { shareUrl } = await visitor.call('share', { body: {} })
  await visitor.call('setClaimRight', { body: { mayClaim: true } })
  const context = await openContext(stage.browser, phone)
  const failed = context.waitForEvent('requestfailed', (request) => request.url().includes('claim-control'))
  await context.route(/claim-control/, (route) => route.abort())
  const page = await context.newPage()
  await page.goto(shareUrl)
  await failed
  // The answer to a tap shows that the page is alive.
  await page.getByRole('link', { name: 'Athletes' }).click()
  await page.getByRole('link', { name: 'Matches' }).click()
  await page.getByRole('article', { name }).first().waitFor()
  expect(await page.getByRole('button', { name: new RegExp(free) }).count()).toBe(0)
})

it('The dashboard keeps its fights if the file of the claim control that appears on them cannot be loaded', async () => {
  const visitor = await createFollower(stage, name)
  const { page, pageErrors } = await Follower.enter(stage, visitor)
  const card = page.getByRole('article', { name }).first()
  await card.waitFor()
  await page.context().route(/claim-control/, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('claim-control'))
  await visitor.call('share', { body: {} })
  await visitor.call('setClaimRight', { body: { mayClaim: true } })
  await failed
  await page.getByRole('link', { name: 'Athletes' }).click()
  await page.getByRole('link', { name: 'Matches' }).click()
  await card.waitFor()
  expect(pageErrors).toEqual([])
})

describe('A fight of a shared RollCall', () => {
  it('is claimed by the owner and two phones, one of them offline, with the same result on all, until the right to claim ends', async () => {
    const visitor = await createFollower(stage, name)
    const owner = await Follower.enter(stage, visitor)
    await button(owner.page, free).waitFor({ state: 'detached' })
    await owner.page.goto(`${stage.rollCall.url}/share`)
    await owner.page.getByRole('button', { name: 'Generate Shareable Link' }).click()
    const claimSwitch = owner.page.getByRole('switch', { name: 'Let them claim fights' })
    await claimSwitch.click()
    await toast(owner.page, 'Fights can be claimed').waitFor()
    expect(await accessibilityFaults(owner.page, 'share screen')).toEqual([])
    const url = await owner.page.getByRole('textbox', { name: 'Shareable link' }).inputValue()
    await owner.page.goto(stage.rollCall.url)

    const [ana, ben] = await Promise.all([openLink(url), openLink(url)])
    await Promise.all([ana, ben].map(({ page }) => button(page, free).waitFor()))
    await button(owner.page, free).waitFor()
    await button(ana.page, free).click()
    await ana.page.getByLabel('Your name').and(ana.page.locator(':focus')).waitFor()
    expect(await accessibilityFaults(ana.page, 'name')).toEqual([])
    await enterName(ana.page, 'Ana Silva')
    await button(ana.page, own).waitFor()
    for (const { page } of [ben, owner]) await button(page, '^Ana Silva has the fight').waitFor()
    expect(await accessibilityFaults(ben.page, 'shared page')).toEqual([])

    // Ben claims offline. Ana keeps the fight until Ben's claim reaches the server.
    await ben.context.setOffline(true)
    await takeOver(ben.page, 'Ana Silva')
    await enterName(ben.page, 'Ben')
    await button(ben.page, unsent).waitFor()
    await button(ana.page, own).waitFor()
    await ben.context.setOffline(false)
    await toast(ana.page, 'Ben has it now').waitFor({ timeout: 30_000 })
    await button(ben.page, `${own}(?!.*${unsent})`).waitFor()
    for (const { page } of [ana, owner]) await button(page, '^Ben has the fight').waitFor()

    await takeOver(owner.page, 'Ben')
    await button(owner.page, own).waitFor()
    await toast(ben.page, `${visitor.name} has it now`).waitFor({ timeout: 30_000 })
    expect(await accessibilityFaults(owner.page, 'dashboard')).toEqual([])
    await owner.page.reload()
    await button(owner.page, own).click()
    for (const { page } of [ana, ben, owner]) await button(page, free).waitFor()

    await owner.page.goto(`${stage.rollCall.url}/share`)
    await claimSwitch.click()
    await toast(owner.page, 'Claiming switched off').waitFor()
    for (const { page } of [ana, ben]) await button(page, free).waitFor({ state: 'detached' })
    expect([...ana.pageErrors, ...ben.pageErrors, ...owner.pageErrors]).toEqual([])
  })

  it('is reported as not claimed to phones whose right ended before their claim was sent, and is not claimed later', async () => {
    const visitor = await createFollower(stage, name)
    const { shareUrl } = await visitor.call('share', { body: {} })
    await visitor.call('setClaimRight', { body: { mayClaim: true } })
    const phones = await Promise.all([openLink(shareUrl), openLink(shareUrl)])
    for (const { page, context } of phones) {
      await button(page, free).waitFor()
      await context.setOffline(true)
      await button(page, free).click()
      await enterName(page, 'Ana Silva')
      await button(page, unsent).waitFor()
    }
    const [open, closed] = phones
    await closed.page.close()
    await visitor.call('setClaimRight', { body: { mayClaim: false } })
    await open.context.setOffline(false)
    await closed.context.setOffline(false)
    const reopened = await closed.context.newPage()
    await reopened.goto(shareUrl)
    for (const page of [open.page, reopened]) {
      await toast(page, 'Fight not claimed').waitFor({ timeout: 30_000 })
      await toast(page, `${name} · The owner of this RollCall does not let this link claim fights.`).waitFor()
      await button(page, 'has the fight|have the fight').waitFor({ state: 'detached' })
    }
    await visitor.call('setClaimRight', { body: { mayClaim: true } })
    for (const page of [open.page, reopened]) {
      await page.reload()
      await button(page, free).waitFor()
    }
    expect((await visitor.call('upcomingMatches')).claims).toEqual([])
    expect([...open.pageErrors, ...closed.pageErrors]).toEqual([])
  })

  it('keeps its place among the others when it is claimed, on the dashboard and on the shared page, also offline', async () => {
    const waiting = stage.day
      .matches()
      .filter(({ status, sides }) => !['started', 'finished'].includes(status) && sides.every((side) => side.name))
      .slice(-3)
    const visitor = await createFollower(stage, ...waiting.map(({ sides: [{ name: athlete }] }) => plain(athlete)))
    const { shareUrl } = await visitor.call('share', { body: {} })
    await visitor.call('setClaimRight', { body: { mayClaim: true } })
    const owner = await Follower.enter(stage, visitor)
    const viewer = await openLink(shareUrl)
    const shown = (page: Page) =>
      page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))
    const claimFirst = (page: Page) =>
      page
        .getByRole('button', { name: new RegExp(free) })
        .first()
        .click()
    await expect.poll(() => shown(owner.page)).toHaveLength(3)
    const order = await shown(owner.page)
    await claimFirst(owner.page)
    await viewer.page.getByRole('button', { name: / has the fight/ }).waitFor()
    await viewer.context.setOffline(true)
    await claimFirst(viewer.page)
    await enterName(viewer.page, 'Ana Silva')
    await viewer.page.getByRole('button', { name: new RegExp(unsent) }).waitFor()
    for (const { page } of [owner, viewer]) {
      expect(await shown(page)).toEqual(order)
      expect(await page.getByRole('button', { name: /\d+ updates?$/ }).count()).toBe(0)
    }
    expect([...owner.pageErrors, ...viewer.pageErrors]).toEqual([])
  })

  it('is claimed offline by the owner, and the claim survives a reload and is sent later', async () => {
    const visitor = await createFollower(stage, name)
    const { shareUrl } = await visitor.call('share', { body: {} })
    await visitor.call('setClaimRight', { body: { mayClaim: true } })
    // A page that is reloaded while the browser is set offline may still send its first requests, so the network itself is cut.
    const proxy = await openNetworkProxy(stage.rollCall.url)
    onTestFinished(() => proxy.close())
    const owner = await Follower.enter({ ...stage, rollCall: proxy }, visitor, { serviceWorkers: 'allow' })
    const { page } = owner
    await button(page, free).waitFor()
    // A reload without a network needs the service worker and the stored list.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await untilCached(page)
    await page.context().setOffline(true)
    await proxy.disconnect()
    await button(page, free).click()
    await button(page, unsent).waitFor()
    await page.reload()
    await button(page, unsent).waitFor()
    const viewer = await openLink(shareUrl)
    await button(viewer.page, free).waitFor()
    await proxy.reconnect()
    await page.context().setOffline(false)
    await button(viewer.page, `^${visitor.name} has the fight`).waitFor({ timeout: 30_000 })
    await button(page, `${own}(?!.*${unsent})`).waitFor()
    expect([...owner.pageErrors, ...viewer.pageErrors]).toEqual([])
  })
})
