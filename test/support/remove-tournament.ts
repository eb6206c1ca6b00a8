// node remove-tournament.ts <database url> <tournament id>: removes a tournament, in a process that a test can kill. Prints
// 'begin' before the removal and 'done' after it.
import { systemClock } from '#platform/clock.ts'
import { openStore } from '#store'

const [databaseUrl = '', id = ''] = process.argv.slice(2)
const store = await openStore({ databaseUrl, clock: systemClock })
process.stdout.write('begin\n')
await store.administration.removeTournament(Number(id), { userId: 1, ip: null, requestId: null })
process.stdout.write('done\n')
await store.close()
