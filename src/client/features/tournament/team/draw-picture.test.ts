import { describe, expect, it } from 'vitest'
import { drawPicture } from './draw-picture.ts'
import type { Picture } from './picture.ts'

/** Draws the picture on a canvas that only records: where the texts are written, and where the line above the foot is. */
function drawn(picture: Picture): { texts: Map<string, number>; line: number } {
  const texts = new Map<string, number>()
  let line = 0
  const context = {
    measureText: (text: string) => ({ width: text.length * 20 }),
    fillText: (text: string, _x: number, y: number) => texts.set(text, y),
    fillRect(_x: number, y: number, _width: number, height: number): void {
      if (height === 2) line = y
    },
    ...Object.fromEntries(['beginPath', 'arc', 'fill', 'roundRect'].map((name) => [name, () => undefined])),
  }
  drawPicture({ getContext: () => context } as unknown as HTMLCanvasElement, picture, 'sans-serif', 'RollCall')
  return { texts, line }
}

describe('A picture of one medal', () => {
  it('has the medal above the division, and its lowest text clearly above the line of the foot', () => {
    const { texts, line } = drawn({
      above: ['Spring Open', 'Nov 21 - Nov 22, 2026'],
      title: 'Rio',
      medals: [{ place: 'gold', text: 'Gold' }],
      facts: [
        { text: 'Adult / Male / BLUE / Light', value: '' },
        { text: 'Alpha', value: '' },
      ],
      rows: [],
      more: null,
      note: null,
    })
    expect(line - (texts.get('Alpha') ?? line)).toBeGreaterThan(40)
    expect(texts.get('Gold')).toBeLessThan(texts.get('Adult / Male / BLUE / Light') ?? 0)
  })
})
