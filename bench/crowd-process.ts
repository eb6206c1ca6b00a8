// The other process of crowd.ts.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { CrowdOptions, Heard, Left, Noted } from './crowd.ts'
import { machineNow } from './figure.ts'

export type CrowdOrder =
  | { kind: 'open'; options: Required<CrowdOptions> }
  | { kind: 'expect'; messages: number }
  | { kind: 'note' }
  | { kind: 'tell' }
export type CrowdWord =
  | { kind: 'ready' | 'expecting' | 'noting' }
  | ({ kind: 'heard' } & Heard)
  | ({ kind: 'noted' } & Noted)
  | ({ kind: 'left' } & Left)
  | { kind: 'returned'; last: number; opens: number; refused: number }

/** One address may open 3,000 sockets a minute; the whole crowd comes from so many. */
const addresses = 20
/** Positions, ages and what keeps a socket alive are shorter. */
const countedFrom = 300
const opcodes = { text: 1, close: 8, ping: 9 }
/** As src/client/requests/retry.ts has it, in ms. */
const backoff = { first: 2_000, doublings: 8, jitter: 2_000, most: 120_000 }
/** A socket that was not let in at the first try, in ms. */
const tryAgainAfter = 1_000
const comesLater = /"retryAfterMs":(\d+)/

const say = (word: CrowdWord): void => void process.send?.(word)

let options: Required<CrowdOptions>
let confirmed = 0
let opens = 0
let refused = 0
let hasBeenReady = false
let wanted = Infinity
let counted = 0
let bytes = 0
let sample = ''
let noted: Noted | null = null
const left: Left = { codes: [], at: [], told: 0 }

process.on('disconnect', () => process.exit())
process.on('message', (order: CrowdOrder) => {
  switch (order.kind) {
    case 'open':
      options = order.options
      void openAll()
      return
    case 'expect':
      wanted = order.messages * options.sockets
      counted = bytes = 0
      sample = ''
      return say({ kind: 'expecting' })
    case 'note':
      noted = { seqs: [], at: [] }
      return say({ kind: 'noting' })
    case 'tell':
      say({ kind: 'noted', ...(noted ?? { seqs: [], at: [] }) })
      noted = null
  }
})

async function openAll(): Promise<void> {
  const step = Math.max(1, Math.round(options.perSecond / 20))
  for (let index = 0; index < options.sockets; index++) {
    open(index, 0)
    if (index % step === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** One buffer serves all: what is in it is used up before the next socket reads. */
const buffer = Buffer.alloc(256 * 1024)

/** `attempt`: how often in a row this socket could not be opened. */
function open(index: number, attempt: number): void {
  opens++
  /** The beginning of a frame whose rest is still to come. */
  let rest: Buffer | null = null
  let state: 'opening' | 'open' | 'confirmed' = 'opening'
  let wait: number | null = null
  let code = 0
  const socket = connect({
    port: options.port,
    host: '127.0.0.1',
    localAddress: `127.0.1.${1 + (index % addresses)}`,
    onread: {
      buffer,
      callback(length) {
        read(buffer.subarray(0, length))
        return true
      },
    },
  })
  socket.setNoDelay(true)
  const cookie = options.cookies[index % options.cookies.length]
  const path = options.speaks === 'socket.io' ? '/socket.io/?EIO=4&transport=websocket' : '/ws'
  socket.on('connect', () =>
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${options.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n` +
        `${cookie === undefined ? '' : `Cookie: ${cookie}\r\n`}\r\n`,
    ),
  )
  socket.on('error', () => {})
  socket.on('close', () => {
    if (state === 'confirmed') confirmed--
    if (options.leaves && state !== 'opening') return leave(code, wait !== null)
    if (!options.returns) {
      if (state !== 'opening') throw new Error('a socket was closed')
      // On a busy machine more than a thousand can knock within a second.
      setTimeout(() => open(index, 0), tryAgainAfter * (1 + Math.random()))
      return
    }
    const after = Math.min(
      backoff.first * 2 ** Math.min(attempt, backoff.doublings) + Math.random() * backoff.jitter,
      backoff.most,
    )
    setTimeout(() => open(index, state === 'confirmed' ? 1 : attempt + 1), wait ?? after)
  })

  const isConfirmed = (): void => {
    if (state === 'confirmed') return
    state = 'confirmed'
    if (++confirmed < options.sockets) return
    if (hasBeenReady) say({ kind: 'returned', last: machineNow(), opens, refused })
    else say({ kind: 'ready' })
    hasBeenReady = true
    opens = refused = 0
  }

  function read(chunk: Buffer): void {
    const data = rest ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    if (state === 'opening') {
      const end = data.indexOf('\r\n\r\n')
      if (end < 0) return keep(data)
      if (!data.toString('latin1', 0, 12).endsWith('101')) {
        refused++
        return void socket.destroy()
      }
      at = end + 4
      state = 'open'
      if (options.speaks === 'ws') isConfirmed()
      if (options.speaks === 'rollcall') send(socket, opcodes.text, options.hello)
    }
    while (at < data.length) {
      const frame = frameAt(data, at)
      if (!frame) return keep(data.subarray(at))
      take(data, frame)
      at = frame.end
    }
    rest = null
  }

  function keep(data: Buffer): void {
    rest = Buffer.from(data)
  }

  function take(data: Buffer, { opcode, start, end }: Frame): void {
    if (opcode === opcodes.ping) return send(socket, 10, '')
    if (opcode === opcodes.close) {
      const asked = comesLater.exec(data.toString('latin1', start + 2, end))
      if (asked) wait = Number(asked[1])
      if (end - start >= 2) code = data.readUInt16BE(start)
      return void socket.end()
    }
    if (state === 'open') return greet(data.toString('latin1', start, Math.min(end, start + 40)))
    // engine.io's own ping and pong
    if (end - start === 1 && data[start] === 0x32) return send(socket, opcodes.text, '3')
    if (end - start < countedFrom) return
    if (noted) note(data.toString('latin1', start, start + 80))
    bytes += end - start
    if (++counted === 1) sample = data.toString('utf8', start, end)
    if (counted !== wanted) return
    wanted = Infinity
    say({ kind: 'heard', last: machineNow(), bytes, sample })
  }

  function greet(text: string): void {
    if (options.speaks === 'socket.io' && text.startsWith('0')) send(socket, opcodes.text, '40')
    if (text.startsWith(options.speaks === 'socket.io' ? '40' : '{"type":"subscription_confirmed"')) isConfirmed()
  }
}

function leave(code: number, isTold: boolean): void {
  left.codes.push(code)
  left.at.push(machineNow())
  if (isTold) left.told++
  if (left.codes.length === options.sockets) say({ kind: 'left', ...left })
}

function note(text: string): void {
  if (!noted || !text.startsWith('{"type":"match_update"')) return
  noted.seqs.push(Number(/"seq":(\d+)/.exec(text)?.[1]))
  noted.at.push(machineNow())
}

type Frame = { opcode: number; start: number; end: number }

/** The frame that begins at a place; null when not all of it is there. A server's frames are not masked. */
function frameAt(data: Buffer, at: number): Frame | null {
  if (data.length < at + 2) return null
  const opcode = (data[at] ?? 0) & 15
  let length = (data[at + 1] ?? 0) & 127
  let start = at + 2
  if (length === 126) {
    if (data.length < at + 4) return null
    length = data.readUInt16BE(start)
    start += 2
  } else if (length === 127) {
    if (data.length < at + 10) return null
    length = Number(data.readBigUInt64BE(start))
    start += 8
  }
  return data.length < start + length ? null : { opcode, start, end: start + length }
}

/** Sends a short frame. Its mask is of noughts, which is one of the masks there are. */
function send(socket: Socket, opcode: number, text: string): void {
  const payload = Buffer.from(text)
  socket.write(Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]))
}
