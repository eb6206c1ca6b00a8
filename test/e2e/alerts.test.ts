// Alerts on a phone: turned on in the profile, sent, shown by the service worker, tapped, turned off. These tests replace the
// browser vendor's push service: they supply the subscription and deliver the messages to the browser. Each test continues where
// the one before it ended.
import type { Browser, BrowserContext, CDPSession, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '#support/browser.ts'
import type { Day } from '#support/day.ts'
import { type PushService, type ReceivedAlert, startPushService } from '#support/push.ts'
import type { RollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'
import { accessibilityFaults } from './accessibility-faults.ts'
import { Follower } from './follower.ts'
import { addDay, follow, openContext, openStage, signIn, type Stage } from './stage.ts'

const pollOptions = { timeout: 30_000 }

let stage: Stage
let browser: Browser
let day: Day
let service: PushService
let rollCall: RollCall
let context: BrowserContext
let visitor: Visitor
let page: Page
let name: string

beforeAll(async () => {
  service = await startPushService()
  stage = await openStage({
    day: { athletes: [8, 4] },
    // The headless shell does not support notifications.
    launch: launchBrowser,
    rollCall: { env: { PUSH_LOCAL_ORIGIN: service.origin } },
  })
  ;({ browser, day, rollCall } = stage)
  ;[name] = day.match('assigned').names
  context = await openPhone({ permissions: ['notifications'] })
  await context.addInitScript(replacePushManager, service.subscribe())
  visitor = await new Visitor(rollCall.url).signUp()
  await signIn(context, visitor, rollCall.url)
  ;({ page } = await Follower.open(context, rollCall.url))
})
afterAll(async () => {
  await stage?.close()
  await service?.[Symbol.asyncDispose]()
})

/** Opens the context of a phone with service workers. */
async function openPhone(options: { permissions?: string[]; userAgent?: string } = {}): Promise<BrowserContext> {
  const opened = await openContext(browser, {
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'allow',
    ...options,
  })
  opened.setDefaultTimeout(pollOptions.timeout)
  return opened
}

/** Replaces the push manager with one that returns this subscription. It runs in the page. */
function replacePushManager(subscriptionJson: object): void {
  const key = 'test.subscription'
  const subscription = Object.assign(Object.create(PushSubscription.prototype), {
    toJSON: () => subscriptionJson,
    unsubscribe: () => {
      localStorage.removeItem(key)
      return Promise.resolve(true)
    },
  }) as PushSubscription
  Object.defineProperty(subscription, 'options', {
    get: () => {
      const key = localStorage.getItem('test.key')
      return { applicationServerKey: key === null ? null : new TextEncoder().encode(key).buffer }
    },
  })
  PushManager.prototype.getSubscription = () => Promise.resolve(localStorage.getItem(key) ? subscription : null)
  PushManager.prototype.subscribe = () => {
    localStorage.setItem(key, 'made')
    return Promise.resolve(subscription)
  }
}

async function openSettings(): Promise<Locator> {
  await page.goto(`${rollCall.url}/profile`)
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  await section.waitFor()
  return section
}

const isOn = (section: Locator, label: string): Promise<boolean> =>
  section.getByRole('switch', { name: label }).isChecked()

/** Taps a switch or a bell; resolves when the server has saved the change. The page shows the change earlier. */
async function tapAndSave(target: Locator): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /\/api\/(?:push|user|athletes)\//.test(response.url()),
  )
  await target.click()
  await saved
}

async function nextAlert(): Promise<ReceivedAlert> {
  await expect.poll(() => service.inbox.length, pollOptions).toBeGreaterThan(0)
  const alert = service.inbox.shift()
  if (!alert) throw new Error('no alert arrived')
  return alert
}

/**
 * Delivers a push message to the browser, and waits until a notification with this title, and body if given, is shown. Other
 * notifications are not compared, because Chromium may hide them after some time.
 */
async function deliver(message: string, shown: { title: string; body?: string }): Promise<void> {
  const cdp: CDPSession = await context.newCDPSession(page)
  const firstRegistration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await firstRegistration
  // Chromium drops a message to a worker that is just starting; a push service would send it again.
  const send = async (): Promise<unknown> => {
    const current = await notifications()
    if (!current.some(({ title, body }) => title === shown.title && (shown.body ?? body) === body))
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: rollCall.url, registrationId, data: message })
    return current
  }
  await expect.poll(send, { ...pollOptions, interval: 1_000 }).toContainEqual(expect.objectContaining(shown))
  await cdp.detach()
}

const notifications = (): Promise<{ title: string; body: string }[]> =>
  page.evaluate(async () => {
    const { getNotifications } = ServiceWorkerRegistration.prototype
    const shown = await getNotifications.call(await navigator.serviceWorker.ready)
    return shown.map(({ title, body }) => ({ title, body }))
  })

it('alerts are off until their switch is tapped, and then every push message is shown as a notification, even an unreadable one', async () => {
  const section = await openSettings()
  expect(await isOn(section, 'Alerts on this device')).toBe(false)
  expect(await section.getByRole('switch').count()).toBe(1)
  // The page waits a minute at most for its service worker, whose installation can take longer on a busy machine.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await section.getByRole('switch', { name: 'Alerts on this device' }).click()
  await section.getByText('On. No alert yet.').waitFor()
  expect(await isOn(section, 'Alerts on this device')).toBe(true)
  await section.getByRole('button', { name: 'Send Test' }).click()
  const { text } = await nextAlert()
  await section.getByText(/Last alert delivered .* ago/).waitFor()
  await deliver(text, { title: 'RollCall', body: 'Alerts reach this device.' })
  await deliver('not a message', { title: 'RollCall', body: '' })
  expect(await accessibilityFaults(page, 'profile')).toEqual([])
}, 240_000)

it('the profile keeps the user’s choice of alerts and quiet hours', async () => {
  const section = await openSettings()
  await section.getByRole('switch', { name: 'Results' }).click()
  await section.getByRole('switch', { name: 'Quiet hours' }).click()
  const until = section.getByLabel('To', { exact: true })
  await until.fill('06:30')
  const saved = page.waitForResponse((response) => response.request().postData()?.includes('06:30') ?? false)
  await until.blur()
  await saved
  const again = await openSettings()
  expect(await isOn(again, 'Results')).toBe(false)
  expect(await isOn(again, 'Next up')).toBe(true)
  expect(await again.getByLabel('From', { exact: true }).inputValue()).toBe('22:00')
  expect(await again.getByLabel('To', { exact: true }).inputValue()).toBe('06:30')
  await tapAndSave(again.getByRole('switch', { name: 'Quiet hours' }))
  await expect.poll(() => isOn(again, 'Quiet hours'), pollOptions).toBe(false)
})

it('two changes of the alert settings, made while the server cannot be reached, are both undone', async () => {
  const section = await openSettings()
  // The first call fails only after the second change was made.
  const secondChange = Promise.withResolvers<void>()
  await page.route('**/api/push**', async (route) => {
    await secondChange.promise
    await route.abort()
  })
  for (const label of ['Next up', 'Moved']) {
    await section.getByRole('switch', { name: label }).click()
    await expect.poll(() => isOn(section, label), pollOptions).toBe(false)
  }
  secondChange.resolve()
  for (const label of ['Next up', 'Moved']) await expect.poll(() => isOn(section, label), pollOptions).toBe(true)
  await page.unroute('**/api/push**')
})

it('an alert announces a followed athlete’s match, a tap on it opens the profile, and the bell there turns such alerts off', async () => {
  await addDay(visitor, day)
  await follow(visitor, name)
  const alert = await nextAlert()
  expect(alert.title).toBe(name)
  expect(alert.body).toMatch(/Mat \d/)
  await deliver(alert.text, { title: name })
  const path = new URL(alert.navigate).pathname
  const [worker] = context.serviceWorkers()
  // The script is a string, because the types here are those of pages, not of workers.
  await worker?.evaluate(`(async () => {
    const shown = await registration.getNotifications()
    const notification = shown.find(({ title }) => title === ${JSON.stringify(name)})
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })()`)
  await page.waitForURL(`**${path}`)
  const bell = page.getByRole('button', { name: `Alerts about ${name}` })
  await tapAndSave(bell)
  await expect.poll(() => bell.getAttribute('aria-pressed'), pollOptions).toBe('false')
  await page.reload()
  await expect.poll(() => bell.getAttribute('aria-pressed'), pollOptions).toBe('false')
})

it('a tap on an athlete’s bell turns alerts on', async () => {
  const path = new URL(page.url()).pathname
  const section = await openSettings()
  await section.getByRole('switch', { name: 'Alerts on this device' }).click()
  await section.getByText('Off. Your browser asks for permission first.').waitFor()
  await page.goto(`${rollCall.url}${path}`)
  const bell = page.getByRole('button', { name: `Alerts about ${name}` })
  expect(await bell.getAttribute('aria-pressed')).toBe('false')
  const subscribed = page.waitForResponse('**/api/push/subscription')
  await bell.click()
  await subscribed
  await expect.poll(() => bell.getAttribute('aria-pressed'), pollOptions).toBe('true')
  expect(await isOn(await openSettings(), 'Alerts on this device')).toBe(true)
})

it('alerts that the server does not turn off stay on, and are renewed at the next load', async () => {
  const section = await openSettings()
  const address = '**/api/push/subscription'
  await page.route(address, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'DELETE')
  await section.getByRole('switch', { name: 'Alerts on this device' }).click()
  await failed
  await section.getByText('On. No alert yet.').waitFor()
  await page.unroute(address)
  const renewed = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/subscription'),
  )
  expect(await isOn(await openSettings(), 'Alerts on this device')).toBe(true)
  await renewed
})

/** Opens the matches; resolves with the requests about the subscription once the page has sent `count` of them. */
async function requestsAtOpen(count: number): Promise<string[]> {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/push/subscription')) requests.push(request.method())
  })
  await page.goto(rollCall.url)
  await expect.poll(() => requests.length, pollOptions).toBe(count)
  return requests
}
const stopped = () => page.getByRole('region', { name: 'RollCall offers' }).getByText('Alerts stopped on this phone')

it('[R-25] a subscription that the browser has lost is made again when the app is opened, and nothing is said', async () => {
  await page.evaluate(() => localStorage.removeItem('test.subscription'))
  const before = (await visitor.call('push')).device
  expect(before).not.toBeNull()
  expect(await requestsAtOpen(1)).toEqual(['POST'])
  expect(await page.evaluate(() => localStorage.getItem('test.subscription'))).toBe('made')
  expect(await stopped().count()).toBe(0)
  expect(await isOn(await openSettings(), 'Alerts on this device')).toBe(true)
})

it('[R-25] a subscription of another key of the server is replaced when the app is opened', async () => {
  await page.evaluate(() => localStorage.setItem('test.key', 'an old key'))
  expect(await requestsAtOpen(2)).toEqual(['POST', 'POST'])
  await page.evaluate(() => localStorage.removeItem('test.key'))
})

it('[R-25] when the browser permits no alerts any more, the app says at each open that they stopped, until the user answers', async () => {
  const other = await openPhone()
  await other.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }))
  await other.addInitScript(
    (id) => localStorage.setItem('rollcall.alerts', String(id)),
    (await visitor.call('user')).id,
  )
  await other.addCookies(await context.cookies())
  const follower = await Follower.open(other, rollCall.url)
  const offer = follower.page.getByRole('region', { name: 'RollCall offers' })
  await offer.getByText('Alerts stopped on this phone').waitFor()
  expect(await accessibilityFaults(follower.page, 'stopped')).toEqual([])
  await offer.getByRole('button', { name: 'Not here' }).click()
  await offer.waitFor({ state: 'detached' })
  expect(await follower.page.evaluate(() => localStorage.getItem('rollcall.alerts'))).toBeNull()
  await other.close()
})

it('[R-25] a question of the browser that was closed is not called a refusal, on the bell and in the profile', async () => {
  const other = await openPhone()
  await other.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    Notification.requestPermission = () => Promise.resolve('default')
  })
  const newcomer = await new Visitor(rollCall.url).signUp()
  await addDay(newcomer, day)
  await follow(newcomer, name)
  await signIn(other, newcomer, rollCall.url)
  const follower = await Follower.open(other, `${rollCall.url}/profile`)
  const section = follower.page.getByRole('region', { name: 'Notifications', exact: true })
  await section.getByRole('switch', { name: 'Alerts on this device' }).click()
  await section.getByText('The browser’s question was closed without an answer.').waitFor()
  const { athletes } = await newcomer.call('followedAthletes')
  await follower.page.goto(`${rollCall.url}/athlete-profile/${athletes[0]?.id}`)
  await follower.page.getByRole('button', { name: `Alerts about ${name}` }).click()
  await follower.page.getByText('The question was closed. Tap the bell again, and allow alerts.').first().waitFor()
  expect(await follower.page.getByText('This browser does not allow alerts').count()).toBe(0)
  await other.close()
})

it('[R-25] a subscription that the browser replaces is renewed by the service worker, with the server’s key if it has no other', async () => {
  const [worker] = context.serviceWorkers()
  const { publicKey } = await visitor.call('push')
  const used = await worker?.evaluate(`(async () => {
    let used = null
    PushManager.prototype.subscribe = (options) => {
      used = options.applicationServerKey
      return Promise.resolve({ toJSON: () => (${JSON.stringify(service.subscribe())}) })
    }
    const event = new ExtendableEvent('pushsubscriptionchange')
    const done = new Promise((resolve) => { event.waitUntil = (promise) => resolve(promise) })
    dispatchEvent(event)
    await done
    return used
  })()`)
  expect(used).toBe(publicKey)
})

it('a tap on an alert leaves a public page as it is, and opens the app', async () => {
  const { shareUrl } = await visitor.call('share', { body: {} })
  await page.goto(shareUrl)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const [worker] = context.serviceWorkers()
  const opened = await worker?.evaluate(`(async () => {
    let opened = null
    Clients.prototype.openWindow = (address) => { opened = address; return Promise.resolve(null) }
    await registration.showNotification('Tap', { data: '/help' })
    const [notification] = await registration.getNotifications()
    const event = new NotificationEvent('notificationclick', { notification })
    const done = new Promise((resolve) => { event.waitUntil = (promise) => resolve(promise) })
    dispatchEvent(event)
    await done
    return opened
  })()`)
  expect(String(opened)).toMatch(/^http.*\/(?:help|athlete-profile\/\d+)/)
  expect(page.url()).toBe(shareUrl)
})

it('[R-25] after the session has passed its limits, the log-in page says that alerts stopped, and the log-in brings them back', async () => {
  const cookies = await context.cookies()
  await context.clearCookies()
  await page.goto(rollCall.url)
  await page.getByText('Alerts on this phone have stopped. Log in, and they are on again.').waitFor()
  await context.addCookies(cookies)
  expect(await requestsAtOpen(1)).toEqual(['POST'])
  expect((await visitor.call('push')).device).not.toBeNull()
})

it('a tap on the switch turns alerts off, and they stay off', async () => {
  const section = await openSettings()
  await section.getByRole('switch', { name: 'Alerts on this device' }).click()
  await section.getByText('Off. Your browser asks for permission first.').waitFor()
  const again = await openSettings()
  await expect.poll(() => isOn(again, 'Alerts on this device'), pollOptions).toBe(false)
})

const removePush = (): unknown => Reflect.deleteProperty(globalThis, 'PushManager')
const denyPermission = (): unknown => Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X)'
const linux = 'Mozilla/5.0 (X11; Linux x86_64)'

it.each([
  ['an iPhone’s browser', 'On an iPhone or iPad, alerts need the app', iphone, removePush],
  ['a browser without push', 'This browser cannot show alerts.', linux, removePush],
  ['a browser whose user denied permission', 'Alerts are blocked for this site', linux, denyPermission],
])('the profile shows no alert switch in %s, and says why', async (_, sentence, userAgent, change) => {
  const other = await openPhone({ userAgent })
  await other.addInitScript(change)
  await other.addCookies(await context.cookies())
  const follower = await Follower.open(other, `${rollCall.url}/profile`)
  const section = follower.page.getByRole('region', { name: 'Notifications', exact: true })
  await section.getByText(sentence).waitFor()
  expect(await section.getByRole('switch').count()).toBe(0)
  await other.close()
})
