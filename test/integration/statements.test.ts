// The statements of the store against the steps of `npm run bench large-database`: what is not among them is not timed there.
import { expect, it } from 'vitest'
import { openTestDatabase } from '#support/database.ts'
import { makeDatabase, smallSizes } from '#support/large-database/make.ts'
import { findTemplates, templateKey } from '#support/large-database/statements.ts'
import { openWorkload } from '#support/large-database/workload.ts'

/** Files whose statements only an operator's command or a migration runs. */
const commands = ['database-problems.ts', 'migrate.ts', 'purpose.ts']
/** The beginnings of other statements that are not timed, with the reason. */
const exempt: Record<string, string> = {
  'insert into users (id, username,': 'the first start creates the administrator',
  'team is not null and team_key is null': 'a later start than the measured one reads an index without rows',
  'delete from athletes where id = any': 'no reading removes an athlete',
}

it('[R-21] Every statement of the store runs in the bench of a large database, whose steps all succeed on a small one', async () => {
  await using database = await openTestDatabase()
  await makeDatabase(database.url, smallSizes)
  await using workload = await openWorkload(database.url, smallSizes)
  const failures: string[] = []
  await workload.run((step, error) =>
    failures.push(`${step}: ${error instanceof Error ? error.message : String(error)}`),
  )
  const ran = new Set(workload.statements.flatMap(({ templates }) => templates.map(templateKey)))
  const missing = [...findTemplates(commands)].flatMap(([key, places]) =>
    ran.has(key) || Object.keys(exempt).some((beginning) => key.startsWith(beginning))
      ? []
      : `${places.join()}: ${key}`,
  )
  // To fix a missing one, add a step to test/support/large-database/background.ts, or a call to calls.ts, that runs it.
  expect({ missing, failures }).toEqual({ missing: [], failures: [] })
})
