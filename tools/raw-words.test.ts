import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rawWords } from './raw-words.ts'

const inJsx = (jsx: string): string[] => rawWords('probe.tsx', `export const Probe = () => (${jsx})`)

describe('The check for text in components', () => {
  it('finds no text in the components of the app', () => {
    const components = globSync('src/client/**/*.tsx')
    expect(components.length).toBeGreaterThan(80)
    const found = components.flatMap((file) =>
      rawWords(file, readFileSync(file, 'utf8')).map((words) => `${file}:${words}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['a text', '<p>Log in</p>', 'Log in'],
    ['a text in an expression', "<p>{'Log in'}</p>", 'Log in'],
    ['a branch of a condition', "<p>{isIn ? 'Out' : t('in')}</p>", 'Out'],
    ['a template', '<p>{`${count} athletes`}</p>', 'athletes'],
    ['an accessible name', '<nav aria-label="Main" />', 'Main'],
    ['a title', '<img title="A belt" />', 'A belt'],
    ['a placeholder', '<input placeholder={"Search"} />', 'Search'],
    ['an alternative text', '<img alt="A belt" />', 'A belt'],
    ['a property of a component of ours', '<Field label="Email" />', 'Email'],
    ['text in another script', '<p>試合</p>', '試合'],
  ])('finds %s', (_, jsx, words) => {
    expect(inJsx(jsx)).toEqual([`1: ${words}`])
  })

  it('ignores code without text', () => {
    expect(inJsx('<p className="flex" id={`row-${id}`} alt="" aria-hidden>{t("nav.menu")} · – {name}</p>')).toEqual([])
  })
})
