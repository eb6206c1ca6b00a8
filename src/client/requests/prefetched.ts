// Requests that public/begin.js sent while the app's bundle was loading.
declare global {
  // oxlint-disable-next-line no-var -- TypeScript declares a global that way
  var prefetched: Map<string, Promise<Response>> | undefined
}

/** A prefetched response is used until this time after the page's start, in ms. */
const usableFor = 10_000

/** Takes the response of an address, once; undefined if it was not requested or is too old. */
export function takePrefetched(address: string): Promise<Response> | undefined {
  const answer = globalThis.prefetched?.get(address)
  globalThis.prefetched?.delete(address)
  return performance.now() < usableFor ? answer : undefined
}

/** Drops all prefetched responses; call when the signed-in user has changed. */
export function dropPrefetched(): void {
  globalThis.prefetched?.clear()
}
