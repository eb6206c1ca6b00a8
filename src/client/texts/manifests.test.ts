// The web app manifests, one per language; public/begin.js selects the one that the browser loads.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { locale as spanish } from './languages/es.ts'
import { locale as japanese } from './languages/ja.ts'
import { locale as portuguese } from './languages/pt-br.ts'
import { english } from './t.ts'

type Manifest = {
  lang: string
  description: string
  screenshots: { label: string }[]
  shortcuts: { name: string }[]
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(`${import.meta.dirname}/../public/${name}`, 'utf8')) as Manifest
const original = manifestOf('manifest.webmanifest')

/** A manifest without its texts. */
const withoutTexts = (manifest: Manifest) => ({
  ...manifest,
  lang: '',
  description: '',
  screenshots: manifest.screenshots.map((screenshot) => ({ ...screenshot, label: '' })),
  shortcuts: manifest.shortcuts.map((shortcut) => ({ ...shortcut, name: '' })),
})
const wordsOf = ({ description, screenshots, shortcuts }: Manifest): string[] => [
  description,
  ...screenshots.map(({ label }) => label),
  ...shortcuts.map(({ name }) => name),
]

it.each([portuguese, spanish, japanese])(
  'the manifest in $language differs from the English one in its words only',
  (locale) => {
    const manifest = manifestOf(`manifest.${locale.language}.webmanifest`)
    expect(manifest.lang).toBe(locale.language)
    expect(withoutTexts(manifest)).toEqual(withoutTexts(original))
    expect(wordsOf(manifest).filter((text) => wordsOf(original).includes(text))).toEqual([])
  },
)

it('the shortcuts of every manifest are named like their tabs', () => {
  for (const { language, texts } of [english, portuguese, spanish, japanese]) {
    const { shortcuts } = manifestOf(language === 'en' ? 'manifest.webmanifest' : `manifest.${language}.webmanifest`)
    expect(shortcuts.map(({ name }) => name)).toEqual([texts['nav.matches'], texts['nav.athletes']])
  }
})
