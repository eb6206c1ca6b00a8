// Loads a module together with its texts.
import { loadTexts, type Part } from './t.ts'

export const withTexts =
  <Module>(texts: Part, load: () => Promise<Module>) =>
  async (): Promise<Module> =>
    (await Promise.all([load(), loadTexts(texts)]))[0]
