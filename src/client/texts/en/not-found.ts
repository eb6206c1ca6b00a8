// Texts of the not-found page.
import type { Texts } from '../t.ts'

export const texts = {
  'notFound.title': '404 Page Not Found',
  'notFound.text': 'Did you forget to add the page to the router?',
  'notFound.home': 'Go to RollCall',
} as const satisfies Texts
