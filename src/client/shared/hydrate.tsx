// Hydrates the server-rendered page: the clock starts at the time of the rendering and then follows the server's.
import './shared.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createClock, deviceNow } from '#client/requests/clock.ts'
import type { Colours } from '#client/texts/data-words.ts'
import { addTexts, applyLocale } from '#client/texts/t.ts'
import { type InlinedData, SharedApp } from './app.tsx'
import { createSharedFeed } from './shared-feed.ts'

const root = document.getElementById('root')
const inlined = document.getElementById('data')?.textContent
// In a separate task, because evaluating this script already is a long task.
if (root && inlined) setTimeout(() => void takeOver(root, JSON.parse(inlined) as InlinedData))

async function takeOver(element: HTMLElement, { texts, words, ...data }: InlinedData): Promise<void> {
  if (words) {
    const { createDataWords } = await import('#client/texts/data-words.ts')
    applyLocale({ language: data.language, texts, ...createDataWords(data.language, texts as Colours, words) })
  } else addTexts(texts)
  const renderedAt = Date.parse(data.renderedAt)
  let isTakenOver = false
  const clock = createClock(() => (isTakenOver ? deviceNow() : renderedAt))
  const feed = createSharedFeed({ data, clock })

  const followClock = (): void => {
    isTakenOver = true
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const arrivedAt = navigation?.responseStart ?? performance.now()
    clock.learn(new Date(renderedAt + performance.now() - arrivedAt).toISOString())
  }
  // The first render must use the server's time. Interruptible, so that taps and scrolling stay responsive.
  startTransition(() => {
    hydrateRoot(element, <SharedApp data={data} feed={feed} clock={clock} onDrawn={followClock} />)
  })

  const isVisible = (): boolean => document.visibilityState === 'visible'
  document.addEventListener('visibilitychange', () => {
    clock.setVisible(isVisible())
    if (isVisible()) feed.wake()
  })
  // `pageshow` may be the only event of a page that returns from the back-forward cache (security W18).
  window.addEventListener('pageshow', ({ persisted }) => persisted && feed.wake())
  window.addEventListener('online', () => feed.wake())
  // Reports the lost connection now instead of at the next read.
  window.addEventListener('offline', () => void feed.refresh())
}
