// A fixture for alerts: an API with alerts, a push service, and users with alerts on.
import { expect } from 'vitest'
import { type PushService, pushConfig, type ReceivedAlert, startPushService } from './push.ts'
import { answerReadRequests, recordTournament, type RecordedTournament } from './recorded.ts'
import { type ApiUnderTest, startApi } from './server.ts'
import type { Visitor } from './visitor.ts'

type Language = 'en' | 'pt-BR'

export type AlertFixture = AsyncDisposable & {
  api: ApiUnderTest
  service: PushService
  /** Signs up a user with alerts on. */
  subscriber(language?: Language): Promise<Visitor>
  /** Signs up a user with alerts on who follows these athletes of a tournament, by their ids at the source. */
  follower(recorded: RecordedTournament, athletes?: string[], language?: Language): Promise<Visitor>
  /** Records a new tournament whose first semi-final starts in two hours. */
  openTournament(): Promise<RecordedTournament>
  /** Waits for the next received alert, and takes it. */
  nextAlert(): Promise<ReceivedAlert>
  /** The number of alerts in the job queue. */
  queuedAlerts(): Promise<number>
  /** The number of devices with alerts on. */
  deviceCount(): Promise<number>
  /** Removes all devices, empties the inbox of the push service, and makes it accept everything again. */
  reset(): Promise<void>
}

/** For `expect.poll`: long enough for a busy machine. */
export const soon = { timeout: 20_000 }

/** Opens the fixture on a new database. */
export async function openAlertFixture(): Promise<AlertFixture> {
  const service = await startPushService()
  const api = await startApi({ push: { publicKey: 'the public key', services: pushConfig(service).services } })
  const stopAnswering = await answerReadRequests(api.store)
  let nextSourceId = 3105
  const subscriber = async (language: Language = 'en'): Promise<Visitor> => {
    const visitor = await api.visitor().signUp()
    await visitor.call('subscribe', { body: service.subscribe({ language }) })
    return visitor
  }
  return {
    api,
    service,
    subscriber,
    async follower(recorded, athletes = ['700137'], language = 'en') {
      const visitor = await subscriber(language)
      await visitor.call('addTournaments', { body: { tournaments: [{ value: recorded.bjjCompSystemId }] } })
      for (const athlete of athletes) await visitor.call('follow', { id: recorded.athlete(athlete).id })
      return visitor
    },
    openTournament: () => recordTournament(api.store, String(nextSourceId++), 120),
    async nextAlert() {
      await expect.poll(() => service.inbox.length, soon).toBeGreaterThan(0)
      const alert = service.inbox.shift()
      if (!alert) throw new Error('no alert was received')
      return alert
    },
    queuedAlerts: async () => (await api.sql`select 1 from jobs where kind = 'alert'`).length,
    deviceCount: async () => (await api.sql`select 1 from push_devices`).length,
    async reset() {
      await api.sql`delete from push_devices`
      service.forget()
    },
    async [Symbol.asyncDispose]() {
      stopAnswering()
      await api.close()
      await service[Symbol.asyncDispose]()
    },
  }
}
