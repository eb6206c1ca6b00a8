// Caches the lists of open screens in encoded form while they are unchanged (performance.md section 2).
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { IncomingHttpHeaders } from 'node:http'
import { digest } from '#platform/digest.ts'

type Compress = (bytes: Buffer) => Promise<Buffer>
const compressors = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 3 }),
} satisfies Record<string, Compress>
type Encoding = keyof typeof compressors

/** Smaller answers are not compressed. In bytes. */
const minCompressedSize = 1_400

const accepts = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
}

/** The best encoding that an Accept-Encoding header allows; undefined for none. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  return accepts.br.test(header) ? 'br' : accepts.gzip.test(header) ? 'gzip' : undefined
}

/** A response that is ready to be sent, with the headers that are specific to it. */
export type ReadyAnswer = { status: 200 | 304; headers: Readonly<Record<string, string>>; bytes?: Buffer }

/** A body in all encodings; each is compressed once, at its first use. */
export class Encodings {
  readonly #plain: ReadyAnswer
  readonly #compressors: Readonly<Record<Encoding, Compress>>
  readonly #compressing: Partial<Record<Encoding, Promise<ReadyAnswer>>> = {}
  readonly #compressed: Partial<Record<Encoding, ReadyAnswer>> = {}

  constructor(headers: Readonly<Record<string, string>>, bytes: Buffer, by: Readonly<Record<Encoding, Compress>>) {
    this.#plain = answerWith(headers, bytes)
    this.#compressors = by
  }

  /** The answer for an Accept-Encoding header; undefined if the body must be compressed first. */
  ready(accepted: string | undefined): ReadyAnswer | undefined {
    const encoding = acceptedEncoding(accepted)
    return encoding ? this.#compressed[encoding] : this.#plain
  }

  /** Like `ready`, but compresses the body if necessary. */
  async answer(accepted: string | undefined): Promise<ReadyAnswer> {
    const encoding = acceptedEncoding(accepted)
    return encoding ? (this.#compressing[encoding] ??= this.#compress(encoding)) : this.#plain
  }

  async #compress(encoding: Encoding): Promise<ReadyAnswer> {
    const { headers, bytes = Buffer.alloc(0) } = this.#plain
    const compressed = await this.#compressors[encoding](bytes)
    return (this.#compressed[encoding] = answerWith({ ...headers, 'content-encoding': encoding }, compressed))
  }
}

/** A list in encoded form. Its ETag depends on its content, but not on the time in it. */
export class EncodedList {
  readonly etag: string
  /** In bytes, uncompressed. */
  readonly size: number
  readonly #unchanged: ReadyAnswer
  readonly #encodings: Encodings

  /** `moment` is the ISO instant at which the list was made; the list contains it. */
  constructor(list: object, moment: string) {
    const text = JSON.stringify(list)
    const json = Buffer.from(text)
    this.size = json.length
    this.etag = `W/"${digest(text.replaceAll(moment, ''))}"`
    const headers = { 'cache-control': 'private, no-cache', etag: this.etag, vary: 'Accept-Encoding, Cookie' }
    this.#unchanged = { status: 304, headers }
    this.#encodings = new Encodings(
      { ...headers, 'content-type': 'application/json; charset=utf-8' },
      json,
      compressors,
    )
  }

  /** The list for a request with these headers; 304 if the client has it. */
  async answerTo(headers: IncomingHttpHeaders): Promise<ReadyAnswer> {
    return this.ready(headers) ?? this.#encodings.answer(headers['accept-encoding'])
  }

  /** Like `answerTo`; undefined if the list must be compressed first. */
  ready(headers: IncomingHttpHeaders): ReadyAnswer | undefined {
    if (headers['if-none-match']?.includes(this.etag)) return this.#unchanged
    return this.#encodings.ready(this.size < minCompressedSize ? undefined : headers['accept-encoding'])
  }
}

const answerWith = (headers: Readonly<Record<string, string>>, bytes: Buffer): ReadyAnswer => ({
  status: 200,
  headers: { ...headers, 'content-length': String(bytes.length) },
  bytes,
})

type Cached = { version: string; madeAt: number; list: EncodedList }

/** A list contains the server's time, which must be recent for clients that set their clocks by it. In ms. */
const maxAge = 1_000

/** The lists, by key, of at most `maxBytes` before compression; the oldest ones are dropped. */
export class ListCache {
  readonly #lists = new Map<string, Cached>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * The cached list with this `key` and `version`, or a new one for `now` (epoch ms). For a client that already has the list
   * (`etag`) its age does not matter: the answer is 304.
   */
  get(
    key: string,
    version: string,
    etag: string | undefined,
    now: number,
    make: (moment: string) => object,
  ): EncodedList {
    const cached = this.#lists.get(key)
    if (cached?.version === version && (Math.abs(now - cached.madeAt) < maxAge || etag?.includes(cached.list.etag)))
      return cached.list
    const moment = new Date(now).toISOString()
    const list = new EncodedList(make(moment), moment)
    this.#drop(key)
    this.#lists.set(key, { version, madeAt: now, list })
    this.#bytes += list.size
    for (const oldest of this.#lists.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drop(oldest)
    }
    return list
  }

  #drop(key: string): void {
    this.#bytes -= this.#lists.get(key)?.list.size ?? 0
    this.#lists.delete(key)
  }
}
