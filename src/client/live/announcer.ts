// What a screen reader is told of live changes: politely, and at most once in ten seconds (WCAG 4.1.3).
import { createListeners } from '#client/cache/listeners.ts'
import { t } from '#client/texts/t.ts'

const announceEvery = 10_000

/** Keeps what is to be said until it may be; sentences that come together are one announcement. */
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
    /** Says it now, or with what else happens until the ten seconds are over. */
    announce(sentence: string): void {
      if (!queued.includes(sentence)) queued.push(sentence)
      if (timer === undefined) flush()
    },
    text: (): string => text,
    subscribe: listeners.subscribe,
  }
}
