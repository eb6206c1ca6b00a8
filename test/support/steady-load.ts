// Requests at a steady rate, sent by a separate thread. A request's time counts from when it was due, so that a stalled server
// does not improve its figures by receiving fewer requests.
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export type Load = { url: string; headers: Record<string, string>; perSecond: number; seconds: number }
/** Times in ms; `answered` counts answers of any status, `failed` requests without a 200. */
export type LoadResult = { p50: number; p99: number; answered: number; failed: number }

/** Sends the requests from a new thread; resolves when all of them have ended. */
export async function steadyLoad(load: Load): Promise<LoadResult> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load })
  const [result] = (await once(worker, 'message')) as [LoadResult]
  await worker.terminate()
  return result
}

async function run({ url, headers, perSecond, seconds }: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  const times: number[] = []
  let failed = 0
  const request = (due: number): Promise<void> =>
    new Promise((resolve) => {
      const fail = (): void => {
        failed++
        resolve()
      }
      get(url, { agent, headers }, (response) => {
        if (response.statusCode !== 200) failed++
        response.resume().on('error', fail)
        response.on('end', () => {
          times.push(performance.now() - due)
          resolve()
        })
      }).on('error', fail)
    })
  const start = performance.now() + 100
  const total = perSecond * seconds
  const inFlight: Promise<void>[] = []
  while (inFlight.length < total) {
    const now = performance.now()
    for (
      let due = start + (inFlight.length * 1_000) / perSecond;
      due <= now && inFlight.length < total;
      due += 1_000 / perSecond
    )
      inFlight.push(request(due))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(inFlight)
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
  return { p50: percentile(0.5), p99: percentile(0.99), answered: times.length, failed }
}

if (!isMainThread) parentPort?.postMessage(await run(workerData as Load))
