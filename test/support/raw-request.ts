// HTTP requests with any Host header, as a proxy may send them; `fetch` does not let its caller set that header.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type RawAnswer = { status: number; headers: IncomingMessage['headers']; body: string }

/** Sends a request to the server at `url` with these headers; without a Host header, with that of `url`. */
export async function rawRequest(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const sent = request({ hostname, port, path, method, headers, agent: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }
}
