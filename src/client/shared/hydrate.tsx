// Takes over what the server drew: the clock begins where the server's stood, then every second counts.
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
// In a task of its own: that this script begins takes one already.
if (root && inlined) setTimeout(() => void takeOver(root, JSON.parse(inlined) as InlinedData))

async function takeOver(element: HTMLElement, { texts, words, ...data }: InlinedData): Promise<void> {
  if (words) {
    const { createDataWords } = await import('#client/texts/data-words.ts')
    applyLocale({ language: data.language, texts, ...createDataWords(data.language, texts as Colours, words) })
  } else addTexts(texts)
  const drawnAt = Date.parse(data.drawnAt)
  let isTakenOver = false
  const clock = createClock(() => (isTakenOver ? deviceNow() : drawnAt))
  const feed = createSharedFeed({ data, clock })

  const followClock = (): void => {
    isTakenOver = true
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const arrivedAt = navigation?.responseStart ?? performance.now()
    clock.learn(new Date(drawnAt + performance.now() - arrivedAt).toISOString())
  }
  // The first draw must read the server's clock, whatever the device's says.
  // Piece by piece, so that a tap or a scroll in between is answered.
  startTransition(() => {
    hydrateRoot(element, <SharedApp data={data} feed={feed} clock={clock} onDrawn={followClock} />)
  })

  const isVisible = (): boolean => document.visibilityState === 'visible'
  document.addEventListener('visibilitychange', () => {
    clock.pause(!isVisible())
    if (isVisible()) feed.pageShown()
  })
  // A page that returns from the back-forward cache gets no other event (security W18).
  window.addEventListener('pageshow', ({ persisted }) => persisted && feed.pageShown())
  window.addEventListener('online', () => feed.pageShown())
  // It is said at once, not when the next minute's read fails.
  window.addEventListener('offline', () => void feed.refresh())
}
