// The app begins in English, before it has loaded another language, and so do the unit tests (vitest.config.ts). The public
// page does not: its words come with it, and its program has none of its own.
import { english, say } from './t.ts'

say(english)
