// Measures the import of the largest event, from the click until it is done: 10,000 athletes in 1,000 categories on 30 mats over
// three days. The source and RollCall are separate processes.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ImportProgress, TournamentItem } from '#contract/tournaments.ts'
import { systemClock } from '#platform/clock.ts'
import { categoriesOf, halls, startSimulator, type SimulatorControl, type Truth } from '#simulator/index.ts'
import { removeData, startRollCall } from '#support/rollcall.ts'
import { nextMessageOf } from './child-message.ts'
import { print } from './figure.ts'

const tournament = '3105'
const [categories, mats, days] = [1_000, 30, 3]
/**
 * Requests besides brackets: two lists and the schedule; for each day, a board page per four mats; robots.txt, home page, event
 * list, logo.
 */
const overhead = 3 + days * Math.ceil(mats / 4) + 4
/** In ms. */
const waitAtMost = 300_000
const pollEvery = 200

type Source = { url: string }
type Served = { requests: ReturnType<SimulatorControl['requests']>; truth: Pick<Truth, 'athletes'>; categories: number }

if (process.send) await serve()
else await measure()

/** The child process: the source of an event whose first day is tomorrow. It reports its requests on demand. */
async function serve(): Promise<void> {
  const simulator = await startSimulator({
    tournaments: [
      {
        id: Number(tournament),
        firstDay: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
        timezone: 'Europe/London',
        city: 'London',
        country: 'United Kingdom',
        mats,
        days,
        oddities: 1,
        hall: halls.observed,
        publishedHoursBefore: 72,
        categories: categoriesOf('worlds', { athletes: 10_850, categories, largest: 64, crowding: 1.2 }),
      },
    ],
  })
  process.send?.({ url: simulator.url } satisfies Source)
  await once(process, 'message')
  const truth = simulator.control.truth(Number(tournament))
  const served: Served = {
    requests: simulator.control.requests(),
    truth: { athletes: truth.athletes },
    categories: truth.categories.length,
  }
  // Waits until the message is sent, because closing the channel would lose it.
  await new Promise((sent) => process.send?.(served, sent))
  await simulator.close()
  process.disconnect()
}

async function measure(): Promise<void> {
  const source = fork(import.meta.filename)
  source.once('exit', (code, signal) => {
    if (signal !== 'SIGTERM' && code !== 0) throw new Error(`the source ended with ${code ?? signal}`)
  })
  const { url: sourceUrl } = await nextMessageOf<Source>(source, 'the source')
  const rollCall = await startRollCall({ sourceUrl })
  try {
    const call = await signUp(rollCall.url)
    await until(async () => {
      const { tournaments } = (await call('/api/tournaments/bjj-comp-system')) as { tournaments: { value: string }[] }
      return tournaments.some(({ value }) => value === tournament)
    })
    const before = performance.now()
    const after = (): number => (performance.now() - before) / 1_000
    await call('/api/tournaments/add', { tournaments: [{ value: tournament }] })
    const progress = async (): Promise<ImportProgress | undefined> => {
      const { tournaments } = (await call('/api/tournaments')) as { tournaments: TournamentItem[] }
      return tournaments[0]?.import
    }
    await until(async () => (await progress())?.usable === true)
    print('import of 10,000 athletes, usable after', after(), 's', { most: 10 })
    await until(async () => (await progress())?.state === 'done')
    print('import of 10,000 athletes, complete after', after(), 's', { most: 240 })
    print('memory of the importing process, most', peakMemory(rollCall.pid) / 1024, 'MB', { most: 500 })
    source.send('report')
    const served = await nextMessageOf<Served>(source, 'the source')
    print('import requests', served.requests.total, 'requests', { most: served.categories + overhead })
    const found = await progress()
    console.log(
      `  ${found?.athletes} of ${served.truth.athletes} athletes, ${found?.categories.done} of ${served.categories} categories, ` +
        `${Math.round(served.requests.bytes / 1024 / 1024)} MiB sent; ${Object.entries(served.requests.byKind)
          .map(([kind, count]) => `${count} ${kind}`)
          .join(', ')}`,
    )
    if (found?.athletes !== served.truth.athletes || found.categories.done !== served.categories)
      throw new Error('the import is incomplete')
  } finally {
    await rollCall.stop()
    await removeData(rollCall.dataDir)
    source.kill()
  }
}

/** Signs up a user; resolves with a function that sends requests as that user. */
async function signUp(url: string): Promise<(path: string, body?: object) => Promise<unknown>> {
  let cookie = ''
  const call = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(url + path, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    })
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  await call('/api/register', {
    username: 'Organizer',
    email: 'organizer@example.org',
    password: 'a thousand brackets',
  })
  return call
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + waitAtMost; performance.now() < end; await systemClock.sleep(pollEvery))
    if (await isTrue()) return
  throw new Error(`not true within ${waitAtMost / 1_000} s`)
}

/** The peak resident memory of a process, KiB. */
function peakMemory(pid: number): number {
  const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(found?.[1] ?? Infinity)
}
