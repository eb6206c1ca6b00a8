import { expect, it } from 'vitest'
import { openTestDatabase } from '#support/database.ts'
import { connect } from '#support/sql.ts'

async function query(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const sql = connect(url)
  try {
    return await sql.script(statement)
  } finally {
    await sql.end()
  }
}

it('openTestDatabase gives each test its own database with the schema', async () => {
  await using one = await openTestDatabase()
  await using other = await openTestDatabase()
  await query(one.url, 'create table only_here (id int)')
  const tables = `select count(*)::int as count from information_schema.tables where table_schema = 'public'`
  const [here] = await query(one.url, tables)
  const [there] = await query(other.url, tables)
  expect(there?.['count']).toBeGreaterThan(3)
  expect(here?.['count']).toBe(Number(there?.['count']) + 1)
})

it('A test database is dropped when it is closed', async () => {
  const database = await openTestDatabase()
  await database.close()
  await expect(query(database.url, 'select 1')).rejects.toThrow('does not exist')
})
