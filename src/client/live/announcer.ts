// What a screen reader is told of live changes: politely, and at most once in ten seconds (WCAG 4.1.3).
import { t } from '#client/texts/t.ts'
import { announceEvery } from './limits.ts'

export function createAnnouncer() {
  const listeners = new Set<() => void>()
  let waiting: string[] = []
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const say = (): void => {
    timer = undefined
    const [first] = waiting
    if (first === undefined) return
    const more = waiting.length - 1
    text = more > 0 ? t('announce.more', { first, count: more }) : first
    waiting = []
    for (const listener of listeners) listener()
    timer = setTimeout(say, announceEvery)
  }

  return {
    /** Says it now, or with what else happens until the ten seconds are over. */
    announce(sentence: string): void {
      if (!waiting.includes(sentence)) waiting.push(sentence)
      if (timer === undefined) say()
    },
    text: (): string => text,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
