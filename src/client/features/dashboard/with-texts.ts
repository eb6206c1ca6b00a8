// Loads a part of the dashboard together with its texts.
import { loadTexts, type Part } from '#client/texts/t.ts'

export const withTexts =
  <Module>(texts: Part, load: () => Promise<Module>) =>
  async (): Promise<Module> =>
    (await Promise.all([load(), loadTexts(texts)]))[0]
