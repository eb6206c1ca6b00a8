// Opens what a web process needs: HTTP and sockets on one port, and the workers for alerts and emails.
import { join } from 'node:path'
import { createApi } from '#api'
import { createLive } from '#live'
import { createNotify, createPush, findOrCreatePushKeys } from '#notify'
import { systemClock } from '#platform/clock.ts'
import type { PushKeys } from '#platform/config.ts'
import { demoSite } from './demo.ts'
import { listenOn } from './listen.ts'
import type { ProcessParts } from './process-parts.ts'
import { root } from './root.ts'
import { loadSharedPages } from './shared-page.ts'
import { describeRobot } from './source.ts'

/** Open sockets are closed in this number of waves, a second apart, so that their clients do not reconnect all at once. */
const closingWaves = { many: 20, few: 1 }
const fewSockets = 100

/** Starts serving; resolves with the address at which this machine reaches the server, and the origin for links. */
export async function serveWeb(parts: ProcessParts): Promise<{ url: string; origin: string }> {
  const keys = await findOrCreatePushKeys(parts.store, parts.config.push)
  const url = await listen(parts, keys)
  const origin = parts.config.publicUrl ?? url
  await startAlertSender(parts, origin, keys)
  await startEmailSender(parts, origin)
  return { url, origin }
}

/** Resolves with the address at which this machine reaches the server. */
async function listen(
  { config, place, store, lifecycle, log, metrics }: ProcessParts,
  { publicKey }: PushKeys,
): Promise<string> {
  const app = await createApi({
    store,
    config: place.simulator ? { ...config, site: demoSite(config.site) } : config,
    clock: systemClock,
    log,
    metrics,
    clientFolder: join(root, 'dist/client'),
    sharedPages: await loadSharedPages(root),
    push: { publicKey, services: config.push.services },
    robot: describeRobot(config),
    isReady: () => !lifecycle.stopping.aborted,
  })
  const live = createLive({ store, config, clock: systemClock, log, metrics })
  let url = ''
  await lifecycle.start('web', async () => {
    live.attach(app.server)
    url = await listenOn(app, config.host, [config.port], 'PORT')
    return {
      async [Symbol.asyncDispose]() {
        await live.close({ waves: live.openSockets > fewSockets ? closingWaves.many : closingWaves.few })
        await app.close()
      },
    }
  })
  return url
}

async function startAlertSender(
  { config, store, lifecycle, log, metrics }: ProcessParts,
  origin: string,
  keys: PushKeys,
): Promise<void> {
  await lifecycle.start('alerts', () => {
    const push = createPush({ store, config: config.push, keys, origin, clock: systemClock, log, metrics })
    return { [Symbol.asyncDispose]: () => push.stop() }
  })
}

/** With a real source, emails need a mail server; a demo without one stores them in its mailbox. */
async function startEmailSender(
  { config, place, store, lifecycle, log, metrics }: ProcessParts,
  origin: string,
): Promise<void> {
  if (config.smtpUrl === undefined && !place.simulator) return
  await lifecycle.start('notify', () => {
    const notify = createNotify({ store, config, origin, clock: systemClock, log, metrics })
    return { [Symbol.asyncDispose]: () => notify.stop() }
  })
}
