/** A request to the simulator, for tests and benchmarks that count requests. */
export interface LoggedRequest {
  /** Real time, epoch milliseconds. */
  at: number
  /** Simulated time, epoch milliseconds. */
  simulatedAt: number
  method: string
  path: string
  kind: PageKind
  userAgent: string
  /** 0 if the connection closed before an answer began. */
  status: number
  /** The answer's Content-Length; 0 if it has none. */
  bytes: number
  /** Real milliseconds until the answer was sent or the connection closed. */
  took: number
}

export type PageKind =
  | 'home'
  | 'categories'
  | 'bracket'
  | 'days'
  | 'day'
  | 'by_competitor'
  | 'by_club'
  | 'schedule'
  | 'single_competitors'
  | 'robots'
  | 'events'
  | 'logo'
  | 'other'

export interface RequestReport {
  total: number
  inFlight: number
  maxInFlight: number
  bytes: number
  /** The most requests that began in one second of the real clock. */
  maxPerSecond: number
  /** The most requests that began in one second of the simulated clock. */
  maxPerSimulatedSecond: number
  byKind: Partial<Record<PageKind, number>>
  byPath: Record<string, number>
  byStatus: Record<string, number>
  /** The latest requests that have ended, at most 2,000, in the order of their ends. */
  latest: LoggedRequest[]
}

const kinds: readonly [RegExp, PageKind][] = [
  [/^\/(tournaments)?$/, 'home'],
  [/^\/tournaments\/\d+(\/categories)?$/, 'categories'],
  [/^\/tournaments\/\d+\/categories\/\d+$/, 'bracket'],
  [/^\/tournaments\/\d+\/tournament_days$/, 'days'],
  [/\/tournament_days\/by_competitor$/, 'by_competitor'],
  [/\/tournament_days\/by_club$/, 'by_club'],
  [/^\/tournaments\/\d+\/tournament_days\/\d+$/, 'day'],
  [/\/schedule$/, 'schedule'],
  [/\/single_competitors$/, 'single_competitors'],
  [/^\/robots\.txt$/, 'robots'],
  [/^\/api\/v1\/events/, 'events'],
  [/^\/Championship\/Logo\//, 'logo'],
]

function kindOf(path: string): PageKind {
  const bare = path.split('?')[0] ?? ''
  return kinds.find(([pattern]) => pattern.test(bare))?.[1] ?? 'other'
}

const maxRequests = 2_000

/** Counts the requests to the simulator, and keeps the latest ones. */
export class RequestLog {
  private report: RequestReport = emptyReport()
  /** The real and the simulated second of the latest request, and how many requests began in each. */
  private second = emptySecond()

  /** Records the beginning of a request; the returned function records its end. */
  begin(method: string, path: string, userAgent: string, simulatedAt: number): (status: number, bytes: number) => void {
    const at = Date.now()
    const kind = kindOf(path)
    const report = this.report
    report.total += 1
    report.inFlight += 1
    report.maxInFlight = Math.max(report.maxInFlight, report.inFlight)
    report.byKind[kind] = (report.byKind[kind] ?? 0) + 1
    report.byPath[path] = (report.byPath[path] ?? 0) + 1
    this.countSecond(at, simulatedAt)
    let hasEnded = false
    return (status, bytes) => {
      if (hasEnded) return
      hasEnded = true
      report.inFlight -= 1
      report.bytes += bytes
      report.byStatus[status] = (report.byStatus[status] ?? 0) + 1
      report.latest.push({ at, simulatedAt, method, path, kind, userAgent, status, bytes, took: Date.now() - at })
      if (report.latest.length > maxRequests) report.latest.splice(0, maxRequests / 2)
    }
  }

  /** The requests since the start or since the last `clear`. */
  read(): RequestReport {
    return structuredClone(this.report)
  }

  /** Starts a new report. Requests that are in flight end in the old one. */
  clear(): void {
    this.report = emptyReport()
    this.second = emptySecond()
  }

  private countSecond(at: number, simulatedAt: number): void {
    const { second, report } = this
    const real = Math.floor(at / 1000)
    const simulated = Math.floor(simulatedAt / 1000)
    second.realCount = real === second.real ? second.realCount + 1 : 1
    second.simulatedCount = simulated === second.simulated ? second.simulatedCount + 1 : 1
    second.real = real
    second.simulated = simulated
    report.maxPerSecond = Math.max(report.maxPerSecond, second.realCount)
    report.maxPerSimulatedSecond = Math.max(report.maxPerSimulatedSecond, second.simulatedCount)
  }
}

const emptySecond = () => ({ real: 0, realCount: 0, simulated: 0, simulatedCount: 0 })

function emptyReport(): RequestReport {
  return {
    total: 0,
    inFlight: 0,
    maxInFlight: 0,
    bytes: 0,
    maxPerSecond: 0,
    maxPerSimulatedSecond: 0,
    byKind: {},
    byPath: {},
    byStatus: {},
    latest: [],
  }
}
