// Finds accessibility faults of a page with axe, and fields into which Safari on iOS zooms.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** WCAG 2.2 level AA (quality/experience.md section 3). */
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** The rules about colours are checked in both themes, all others in the dark theme only. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Fields with text below 16 px: Safari on iOS zooms into such a field when it gets the focus, and stays there. */
const smallFields = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('input:not([type=checkbox], [type=radio], [hidden]), select, textarea')]
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => (field.cloneNode() as Element).outerHTML),
  )

/** All faults in both themes, one line each: the given screen name, the theme, the rule and the element. */
export async function accessibilityFaults(page: Page, screen: string): Promise<string[]> {
  const found = (await smallFields(page)).map((field) => `${screen}: text below 16 px in ${field}`)
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset['theme'] = name
      // Colour transitions must end first; endless animations are not waited for.
      const ending = document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
      await Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
    }, theme)
    // Axe is half a megabyte: where it is already loaded, an empty script is passed instead.
    const isLoaded = await page.evaluate(() => 'axe' in window)
    const builder = new AxeBuilder({ page, ...(isLoaded && { axeSource: ';' }) })
    // Without legacy mode axe opens another page for cross-origin frames, of which RollCall has none.
    const axe = builder.setLegacyMode().options({ resultTypes: ['violations'] })
    const { violations } = await (theme === 'dark' ? axe.withTags(rules) : axe.withRules(rulesOfColour)).analyze()
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target }) => `${screen}, ${theme}: ${id} at ${target.join(' ')}`))
  }
  return found
}
