// The app and the unit tests (vitest.config.ts) start in English, before another locale is loaded. The public page does not
// import this: its texts are inlined in its HTML, and its bundle includes none.
import { applyLocale, english } from './t.ts'

applyLocale(english)
