import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Diagnostic } from '#contract/diagnostics.ts'
import { loadTexts } from '#client/texts/t.ts'
import { RepairButtons } from './repair-buttons.tsx'
import { type Repair, withoutPolling } from './repair.ts'

beforeAll(() => loadTexts('diagnostics'))

const inBackground: Repair = {
  kind: 'repair',
  state: 'done',
  text: 'The athlete is still being read.',
  finished: false,
  isPolled: true,
  triedAt: null,
}

describe('A repair that runs in the background', () => {
  it('keeps its outcome when its polling ends, unless a later repair of the athlete has replaced it', () => {
    const unpolled = { ...inBackground, isPolled: false }
    expect(withoutPolling(new Map([[7, inBackground]]), 7, inBackground)).toEqual(new Map([[7, unpolled]]))
    const later = new Map<number, Repair>([[7, { kind: 'refresh', state: 'running' }]])
    expect(withoutPolling(later, 7, inBackground)).toBe(later)
  })

  it('shows after a later reading that the athlete has been read, even when its polling has ended', () => {
    const outcome = (repair: Repair, lastTriedAt: string | null): string => {
      const diagnostic = { athleteId: 7, athleteName: 'Rio', displayReadiness: 'partial', lastTriedAt } as Diagnostic
      const repairs = { of: () => repair, start: () => undefined, isRepairing: false }
      const html = renderToStaticMarkup(<RepairButtons diagnostic={diagnostic} repairs={repairs} />)
      return /<p role="status"[^>]*>([^<]*)</.exec(html)?.[1] ?? ''
    }
    expect(outcome(inBackground, null)).toBe('The athlete is still being read.')
    for (const isPolled of [true, false])
      expect(outcome({ ...inBackground, isPolled }, '2026-11-21T18:00:00Z')).toBe('It has been read since.')
  })
})
