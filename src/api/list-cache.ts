// The lists that open screens ask for again and again, encoded once for as long as they stand (performance.md section 2).
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

/** Below this a compressed answer is not worth its work, in bytes. */
const worthCompressing = 1_400

const asked = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/,
}

/** The encoding to answer in, the best that the header admits; undefined for none. */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  return asked.br.test(header) ? 'br' : asked.gzip.test(header) ? 'gzip' : undefined
}

/** Bytes that are ready to go out, and what is said of them besides what every answer has. */
export type ReadyAnswer = { status: 200 | 304; headers: Readonly<Record<string, string>>; bytes?: Buffer }

/** Bytes as they go out, in each encoding made once. */
export class Encodings {
  readonly #plain: ReadyAnswer
  readonly #compressors: Readonly<Record<Encoding, Compress>>
  readonly #compressing: Partial<Record<Encoding, Promise<ReadyAnswer>>> = {}
  readonly #compressed: Partial<Record<Encoding, ReadyAnswer>> = {}

  constructor(headers: Readonly<Record<string, string>>, bytes: Buffer, by: Readonly<Record<Encoding, Compress>>) {
    this.#plain = answerWith(headers, bytes)
    this.#compressors = by
  }

  /** The answer for who accepts these encodings, by the header; undefined where it is to be compressed first. */
  ready(accepted: string | undefined): ReadyAnswer | undefined {
    const encoding = acceptedEncoding(accepted)
    return encoding ? this.#compressed[encoding] : this.#plain
  }

  /** The same, compressed first where it must be. */
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

/** A list as it goes out. `etag` stands for what it says, not for when it was said. */
export class EncodedList {
  readonly etag: string
  readonly bytes: number
  readonly #unchanged: ReadyAnswer
  readonly #encodings: Encodings

  /** `moment` is the ISO instant that the list carries as the time of its making. */
  constructor(list: object, moment: string) {
    const text = JSON.stringify(list)
    const json = Buffer.from(text)
    this.bytes = json.length
    this.etag = `W/"${digest(text.replaceAll(moment, ''))}"`
    const headers = { 'cache-control': 'private, no-cache', etag: this.etag, vary: 'Accept-Encoding, Cookie' }
    this.#unchanged = { status: 304, headers }
    this.#encodings = new Encodings(
      { ...headers, 'content-type': 'application/json; charset=utf-8' },
      json,
      compressors,
    )
  }

  /** The list for a request with these headers, or 304 for who has it. */
  async answerTo(headers: IncomingHttpHeaders): Promise<ReadyAnswer> {
    return this.ready(headers) ?? this.#encodings.answer(headers['accept-encoding'])
  }

  /** The same; undefined where it is to be compressed first. */
  ready(headers: IncomingHttpHeaders): ReadyAnswer | undefined {
    if (headers['if-none-match']?.includes(this.etag)) return this.#unchanged
    return this.#encodings.ready(this.bytes < worthCompressing ? undefined : headers['accept-encoding'])
  }
}

/** The bytes with these headers. */
const answerWith = (headers: Readonly<Record<string, string>>, bytes: Buffer): ReadyAnswer => ({
  status: 200,
  headers: { ...headers, 'content-length': String(bytes.length) },
  bytes,
})

type Kept = { version: string; madeAt: number; list: EncodedList }

/** A list carries the server's time, which may be set back, so its bytes are given to others for this long only, in ms. */
const bytesStand = 1_000

export class ListCache {
  readonly #kept = new Map<string, Kept>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * The list under `key`, if it is still the one of `version`; else what `make` makes for `now` (epoch ms). Somebody who
   * already has the list (`etag`) gets it however old its bytes are: nothing of it will be sent.
   */
  get(
    key: string,
    version: string,
    etag: string | undefined,
    now: number,
    make: (moment: string) => object,
  ): EncodedList {
    const kept = this.#kept.get(key)
    if (kept?.version === version && (Math.abs(now - kept.madeAt) < bytesStand || etag?.includes(kept.list.etag)))
      return kept.list
    const moment = new Date(now).toISOString()
    const list = new EncodedList(make(moment), moment)
    this.#drop(key)
    this.#kept.set(key, { version, madeAt: now, list })
    this.#bytes += list.bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drop(oldest)
    }
    return list
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.list.bytes ?? 0
    this.#kept.delete(key)
  }
}
