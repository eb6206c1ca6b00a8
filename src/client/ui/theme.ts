// The theme: dark unless the user has chosen light. public/theme.js sets it before the first paint.
import { useSyncExternalStore } from 'react'

type Theme = 'dark' | 'light'

const listeners = new Set<() => void>()
const backgroundOf: Record<Theme, string> = { dark: '#0e1116', light: '#eef1f5' }

const current = (): Theme => (document.documentElement.dataset.theme === 'light' ? 'light' : 'dark')

/** Switches and stores the theme. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', backgroundOf[theme])
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** The current theme. */
export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, current)
