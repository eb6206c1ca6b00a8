// An answer with a page, for the tests of ingest.
import type { Fetched } from './fetcher.ts'

type FetchedPage = Extract<Fetched, { kind: 'page' }>

/** The answer to a request for a page, by default with an empty body. */
export const examplePage = (change: Partial<FetchedPage> = {}): FetchedPage => ({
  kind: 'page',
  status: 200,
  body: new Uint8Array(),
  charset: 'utf-8',
  validators: { etag: null, lastModified: null },
  date: null,
  bytes: 0,
  ms: 1,
  ...change,
})
