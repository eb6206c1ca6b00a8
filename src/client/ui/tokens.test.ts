import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

/** The tokens of one theme by name. */
function tokens(theme: string): Map<string, string> {
  const block = css.slice(css.indexOf(`[data-theme='${theme}']`)).split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, colour]) => [name ?? '', colour ?? '']),
  )
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [dark = 0, bright = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (bright + 0.05) / (dark + 0.05)
}

const backgrounds = ['ink', 'surface', 'raised']
const words = ['text', 'muted', 'accent', 'live', 'ahead', 'late']
const marks = ['line', 'gold', 'silver', 'bronze']

describe.each(['dark', 'light'])('The %s theme', (theme) => {
  const themeTokens = tokens(theme)
  const colour = (name: string): string => {
    const value = themeTokens.get(name)
    if (value === undefined) throw new Error(`${theme} has no ${name}`)
    return value
  }

  /** The pairs with less than the required contrast. */
  const pairsBelow = (names: string[], least: number): string[] =>
    backgrounds.flatMap((ground) =>
      names.filter((name) => contrast(colour(name), colour(ground)) < least).map((name) => `${name} on ${ground}`),
    )

  it('has a contrast of at least 4.5:1 between text and every background', () => {
    expect(pairsBelow(words, 4.5)).toEqual([])
  })

  it('has a contrast of at least 3:1 between lines or medals and every background', () => {
    expect(pairsBelow(marks, 3)).toEqual([])
  })

  it('has a contrast of at least 4.5:1 between the text and the fill of buttons and badges', () => {
    expect(contrast(colour('on-accent'), colour('accent'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour('on-live'), colour('live-fill'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colour('ink'), colour('text'))).toBeGreaterThanOrEqual(4.5)
  })

  it('has the same tokens as the other theme', () => {
    expect([...themeTokens.keys()].sort()).toEqual([...tokens(theme === 'dark' ? 'light' : 'dark').keys()].sort())
  })
})
