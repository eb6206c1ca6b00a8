// What axe finds wrong with a page as it is.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** WCAG 2.2 AA (quality/experience.md section 3). */
const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** Those that look at colours; of the others one theme tells all. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/** Every fault in both themes: the screen as named, the theme, the rule and the element. */
export async function accessibilityFaults(page: Page, screen: string): Promise<string[]> {
  const found: string[] = []
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(async (name) => {
      document.documentElement.dataset['theme'] = name
      // Colours fade over; a pulse goes on for ever.
      const ending = document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
      await Promise.all(ending.map((animation) => animation.finished.catch(() => {})))
    }, theme)
    // Otherwise it opens a page of its own each time, for frames of other origins, which there are none of.
    const axe = new AxeBuilder({ page }).setLegacyMode()
    const { violations } = await (theme === 'dark' ? axe.withTags(rules) : axe.withRules(rulesOfColour)).analyze()
    for (const { id, nodes } of violations)
      found.push(...nodes.map(({ target }) => `${screen}, ${theme}: ${id} at ${target.join(' ')}`))
  }
  return found
}
