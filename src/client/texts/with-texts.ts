import { loadTexts, type Part } from './t.ts'

/** Returns a function that loads a module together with a part of the texts. */
export const withTexts =
  <Module>(texts: Part, load: () => Promise<Module>) =>
  async (): Promise<Module> =>
    (await Promise.all([load(), loadTexts(texts)]))[0]
