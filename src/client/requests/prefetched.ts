// Answers of the server that public/begin.js asked for while this program was still on its way.
declare global {
  // oxlint-disable-next-line no-var -- how TypeScript declares what a script has put there
  var prefetched: Map<string, Promise<Response>> | undefined
}

/** In ms after the page's start: an older answer is no news. */
const goodFor = 10_000

/** The answer from this address, once; undefined where none was asked for. */
export function takePrefetched(address: string): Promise<Response> | undefined {
  const answer = globalThis.prefetched?.get(address)
  globalThis.prefetched?.delete(address)
  return performance.now() < goodFor ? answer : undefined
}

/** Somebody else is signed in than when they were asked for, or nobody is any more. */
export function dropPrefetched(): void {
  globalThis.prefetched?.clear()
}
