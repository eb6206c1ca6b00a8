// The API on a free port, with a store on a new database or on one that the test has opened.
import { randomBytes } from 'node:crypto'
import { type ApiOptions, createApi, type PushOffer } from '#api'
import type { SharedPages } from '#contract/shared-page.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { SiteConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { openStore, type Store } from '#store'
import { openTestDatabase } from './database.ts'
import { Visitor } from './visitor.ts'
import { connect, type Sql } from '#support/sql.ts'

export type ApiUnderTest = AsyncDisposable & {
  /** 'http://127.0.0.1:41234' */
  url: string
  databaseUrl: string
  store: Store
  /** A connection to the same database, for tests that read or change rows directly. */
  sql: Sql
  /** All its routes, such as 'GET /api/user'. */
  routes: readonly string[]
  /** The log, one JSON object per line. */
  logged(): string
  visitor(): Visitor
  close(): Promise<void>
}

type Options = {
  /** A database that the test has opened; by default a new one is created. */
  databaseUrl?: string
  publicUrl?: string
  /** With a source, easily guessed passwords are refused; without one the API is that of the demo. */
  sourceUrl?: string
  trustedProxies?: string[]
  clientFolder?: string
  sharedPages?: SharedPages
  push?: PushOffer
  site?: SiteConfig
  serviceWorker?: boolean
  metricsToken?: string
  robot?: ApiOptions['robot']
  /** In ms: a request that has not arrived completely by then is refused. */
  requestWithin?: number
  isReady?: () => boolean
  /** The clock of the API; the store always has the machine's. */
  clock?: Clock
  /** Random by default. */
  secretKey?: Buffer
}

/** Starts the API; `close` also closes its store and drops the database that it created. */
export async function startApi(options: Options = {}): Promise<ApiUnderTest> {
  const database = options.databaseUrl === undefined ? await openTestDatabase() : undefined
  const databaseUrl = options.databaseUrl ?? database?.url ?? ''
  let logged = ''
  const log = createLog('debug', { write: (line) => void (logged += line) })
  const secretKey = options.secretKey ?? randomBytes(32)
  const store = await openStore({ databaseUrl, clock: systemClock, log, secretKey })
  const sql = connect(databaseUrl)
  const app = await createApi({
    store,
    config: {
      publicUrl: options.publicUrl,
      admin: undefined,
      ...(options.site && { site: options.site }),
      serviceWorker: options.serviceWorker ?? true,
      source:
        options.sourceUrl === undefined
          ? undefined
          : {
              url: options.sourceUrl,
              eventsUrl: undefined,
              logoOrigins: undefined,
              contact: undefined,
              permission: undefined,
            },
      trustedProxies: options.trustedProxies ?? [],
      metricsToken: options.metricsToken,
    },
    clock: options.clock ?? systemClock,
    log,
    metrics: createMetrics(),
    clientFolder: options.clientFolder ?? 'no such folder',
    sharedPages: options.sharedPages,
    push: options.push,
    ...(options.robot && { robot: options.robot }),
    ...(options.requestWithin !== undefined && { requestWithin: options.requestWithin }),
    ...(options.isReady && { isReady: options.isReady }),
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async (): Promise<void> => {
    await app.close()
    await store.close()
    await sql.end()
    await database?.close()
  }
  return {
    url,
    databaseUrl,
    store,
    sql,
    routes: routesIn(app.printRoutes({ commonPrefix: false })),
    logged: () => logged,
    visitor: () => new Visitor(url),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The routes, such as 'GET /api/user', in the tree that the router prints; without HEAD, which every GET has. */
function routesIn(tree: string): string[] {
  const pieces: string[] = []
  return tree.split('\n').flatMap((line) => {
    const found = /^(.*?)[├└]── (\S*)(?: \((.*)\))?$/.exec(line)
    if (!found) return []
    const [, indent = '', piece = '', methods = ''] = found
    pieces.splice(indent.length / 4, Infinity, piece)
    return methods
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${pieces.join('')}`)
  })
}
