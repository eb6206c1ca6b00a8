// A process of its own that removes a tournament, for a test that kills it meanwhile: the address of the database and the
// tournament's id are its arguments. It says 'begin' when it begins, and 'done'.
import { systemClock } from '#platform/clock.ts'
import { openStore } from '#store'

const [databaseUrl = '', id = ''] = process.argv.slice(2)
const store = await openStore({ databaseUrl, clock: systemClock })
process.stdout.write('begin\n')
await store.administration.removeTournament(Number(id), { userId: 1, ip: null, requestId: null })
process.stdout.write('done\n')
await store.close()
