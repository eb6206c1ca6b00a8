// The processes of one database need the same SECRET_KEY; with different keys some of them cannot show a share link to its owner
// (decision 025).
import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '#support/database.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'

const running: RollCall[] = []
afterEach(async () => {
  for (const rollCall of running.splice(0)) {
    await rollCall.stop()
    await removeData(rollCall.dataDir)
  }
})

/** Starts a web process; no server runs at its source's address. */
async function start(databaseUrl: string, secretKey: string): Promise<RollCall> {
  const env = { SOURCE_URL: 'http://127.0.0.1:9', ROLES: 'web', SECRET_KEY: secretKey }
  const rollCall = await startRollCall({ databaseUrl, env })
  running.push(rollCall)
  return rollCall
}

describe('A start on a database', () => {
  it('warns in one line when its secret key differs from that of the last start, and never prints the key [D39]', async () => {
    await using database = await openTestDatabase()
    const sentence = 'SECRET_KEY differs from the key of the last start on this database'
    const [key, other] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    expect((await start(database.url, key)).output()).not.toContain(sentence)
    expect((await start(database.url, key)).output()).not.toContain(sentence)
    const changed = (await start(database.url, other)).output()
    const logged = changed.split('\n').filter((line) => line.includes(sentence))
    expect(logged.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40])
    for (const secret of [key, other]) expect(changed).not.toContain(secret)
    // A start with the first key warns again.
    expect((await start(database.url, key)).output()).toContain(sentence)
  })
})
