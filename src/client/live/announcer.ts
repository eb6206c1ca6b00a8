// Screen-reader announcements of live changes: polite, at most one in ten seconds (WCAG 4.1.3).
import { createListeners } from '#client/cache/listeners.ts'
import { t } from '#client/texts/t.ts'

/** In ms. */
const announceEvery = 10_000

/** Creates an announcer that queues sentences; those queued within the same ten seconds become one announcement. */
export function createAnnouncer() {
  const listeners = createListeners()
  let queued: string[] = []
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = (): void => {
    timer = undefined
    const [first] = queued
    if (first === undefined) return
    const more = queued.length - 1
    text = more > 0 ? t('announce.more', { first, count: more }) : first
    queued = []
    listeners.emit()
    timer = setTimeout(flush, announceEvery)
  }

  return {
    /** Announces a sentence now, or together with others when the ten seconds are over. */
    announce(sentence: string): void {
      if (!queued.includes(sentence)) queued.push(sentence)
      if (timer === undefined) flush()
    },
    text: (): string => text,
    subscribe: listeners.subscribe,
  }
}
