import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ClockChange } from './clock.ts'
import type { SimulatorControl } from './control.ts'
import type { FaultSpec } from './faults.ts'
import { ImpossibleCommand } from './tournament/commands.ts'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
/** In bytes. */
const maxBodyLength = 1_000_000

type Call = (control: SimulatorControl, url: URL, body: unknown) => unknown

/**
 * The calls of the control API. All answers are JSON; commands are JSON bodies with the types in control.ts. Bodies are not
 * validated, because only the project's own tests and tools call the API.
 */
const calls: Record<string, Call> = {
  'GET state': (control) => control.state(),
  'POST clock': (control, _url, body) => control.clock(body as ClockChange),
  'GET truth': (control, url) => control.truth(Number(url.searchParams.get('tournament'))),
  'GET requests': (control) => control.requests(),
  'DELETE requests': (control) => control.clearRequests(),
  'GET faults': (control) => control.faults(),
  'POST faults': (control, _url, body) => control.addFault(body as FaultSpec),
  'DELETE faults': (control, url) => {
    const id = url.searchParams.get('id')
    control.clearFaults(id === null ? undefined : Number(id))
  },
  'POST match': (control, _url, body) => control.match(body as Parameters<SimulatorControl['match']>[0]),
  'POST athlete': (control, _url, body) => control.athlete(body as Parameters<SimulatorControl['athlete']>[0]),
  'POST category': (control, _url, body) => control.category(body as Parameters<SimulatorControl['category']>[0]),
  'POST entry': (control, _url, body) => control.entry(body as Parameters<SimulatorControl['entry']>[0]),
  'POST tournament': (control, _url, body) => control.tournament(body as Parameters<SimulatorControl['tournament']>[0]),
}

/** Answers requests under /__control/ from programs on this machine; those from other machines and other sites get 403. */
export function createControlApi(
  control: SimulatorControl,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    void handle(control, request)
      .catch((error: unknown) => ({ status: 400, body: { error: String(error) } }))
      .then(({ status, body }) => {
        response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
        response.end(JSON.stringify(body ?? { ok: true }))
      })
  }
}

async function handle(control: SimulatorControl, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  if (!loopback.has(request.socket.remoteAddress ?? '')) return { status: 403, body: { error: 'loopback only' } }
  if (isFromAnotherSite(request)) return { status: 403, body: { error: 'pages of other sites are not allowed' } }
  const url = new URL(request.url ?? '/', 'http://localhost')
  const call = calls[`${request.method} ${url.pathname.slice('/__control/'.length)}`]
  if (!call) return { status: 404, body: { error: 'no such control', calls: Object.keys(calls) } }
  const text = await readBody(request)
  try {
    return { status: 200, body: call(control, url, text === '' ? {} : JSON.parse(text)) }
  } catch (error) {
    if (error instanceof ImpossibleCommand) return { status: 409, body: { error: error.message } }
    throw error
  }
}

/**
 * True for a request that a page of another site makes a browser on this machine send. The Host header shows this if the site's
 * own name resolves to this machine; otherwise Sec-Fetch-Site or Origin shows it. Neither is checked for a GET request, which
 * changes nothing and whose answer the browser withholds from that page.
 */
function isFromAnotherSite({ method, headers }: IncomingMessage): boolean {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = headers
  if (!/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)) return true
  if (method === 'GET') return false
  return !['same-origin', 'none'].includes(String(site)) || (origin !== undefined && origin !== `http://${host}`)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBodyLength) throw new RangeError('the body is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
