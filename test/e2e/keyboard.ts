// Moves the focus with the keyboard, as a user without a mouse does.
import type { Locator } from 'playwright-core'

/** Presses the key until the element, or one inside it, has the focus; throws after 60 presses. */
export async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  const containsFocus = () => target.evaluate((element) => element.contains(document.activeElement))
  for (let presses = 0; presses < 60; presses++) {
    if (await containsFocus()) return
    await target.page().keyboard.press(key)
  }
  throw new Error(`60 presses of ${key} do not reach ${String(target)}`)
}

/** Whether the element itself has the focus. */
export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)
