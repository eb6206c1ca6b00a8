// Requests at a steady rate whatever the server does, from a thread of their own: a request is due at its moment, and its
// time counts from then, so that a server that stalls cannot hide it by being asked less.
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

export type Load = { url: string; headers: Record<string, string>; perSecond: number; seconds: number }
/** Times in ms; `failed` counts what was not answered with 200. */
export type LoadResult = { p50: number; p99: number; answered: number; failed: number }

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
  const ask = (due: number): Promise<void> =>
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
  const underWay: Promise<void>[] = []
  while (underWay.length < total) {
    const now = performance.now()
    for (
      let due = start + (underWay.length * 1_000) / perSecond;
      due <= now && underWay.length < total;
      due += 1_000 / perSecond
    )
      underWay.push(ask(due))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(underWay)
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
  return { p50: at(0.5), p99: at(0.99), answered: times.length, failed }
}

if (!isMainThread) parentPort?.postMessage(await run(workerData as Load))
