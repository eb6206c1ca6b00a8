import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { startSimulator } from '#simulator/index.ts'
import { wrapSavedPages } from '#simulator/saved-pages.ts'
import { Follower } from './follower.ts'
import { closeContexts, openBrowser } from './stage.ts'

/** Pages saved from the real competition system, with changed names, in a folder next to the project. */
const savedPages = '../shared/source/pages'

it.runIf(existsSync(savedPages))(
  'RollCall imports a tournament from recorded real pages and shows results and upcoming matches of its 20-athlete division',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'rollcall-recording-'))
    await wrapSavedPages(savedPages, folder)
    const recording = await startSimulator({ replay: folder })
    const rollCall = await startRollCall({ sourceUrl: recording.url })
    const browser = await openBrowser()
    try {
      const follower = await Follower.arrive(browser, rollCall.url)
      const { page } = follower
      await follower.signUp()
      await page.getByRole('button', { name: 'Add Tournament' }).first().click()
      await page
        .getByRole('checkbox')
        .nth(await indexOf(follower, '900002'))
        .click()
      await page.getByRole('button', { name: 'Add 1 Tournament' }).click()
      await page.getByRole('button', { name: 'Select Athletes to Follow' }).first().click()
      for (const name of ['Rafael Horizonte', 'Davi van Nogal', 'Quintín do Granito']) await follower.follow(name)
      await follower.openMatches()
      // Fight 33: seed 20 beat seed 16, and lost fight 39 to seed 1, who had a bye.
      await follower
        .card('Rafael Horizonte')
        .filter({ hasText: 'vs Thiago Alvorada' })
        .getByText('Winner: Rafael Horizonte')
        .waitFor()
      await follower
        .card('Rafael Horizonte')
        .filter({ hasText: 'vs Caio do Estrela' })
        .getByText('Winner: Caio do Estrela')
        .waitFor()
      // Fight 22.
      await follower
        .card('Quintín do Granito')
        .getByText(/^Winner: (?!Quintín do Granito)/)
        .first()
        .waitFor()
      // Fight 46 has not taken place: both athletes are known, without a result.
      const next = follower.card('Davi van Nogal').filter({ hasText: 'vs Elías Umbral' })
      expect(await next.innerText()).toMatch(/mat\s+3/i)
      expect(await next.innerText()).toContain('2:34')
      expect(await next.getByText(/Winner/).count()).toBe(0)
      expect(await follower.card('Davi van Nogal').count()).toBe(3)
      expect(follower.pageErrors).toEqual([])
    } finally {
      await closeContexts(browser)
      await rollCall.stop()
      await recording.close()
      await removeData(rollCall.dataDir)
      await removeData(folder)
    }
  },
  120_000,
)

/** The index of the tournament with this external id in the open dialog. */
async function indexOf({ page }: Follower, id: string): Promise<number> {
  await page.getByRole('checkbox').first().waitFor()
  return page.evaluate(async (wanted) => {
    const answer = await fetch('/api/tournaments/bjj-comp-system')
    const { tournaments } = (await answer.json()) as { tournaments: { value: string }[] }
    return tournaments.findIndex(({ value }) => value === wanted)
  }, id)
}
