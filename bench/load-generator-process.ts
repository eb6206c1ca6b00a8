// The child process of load-generator.ts.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import type { LoadOptions, Received, Closes, MatchTimes } from './load-generator.ts'
import { machineNow } from './figure.ts'

export type LoadCommand =
  | { kind: 'open'; options: Required<LoadOptions> }
  | { kind: 'expect'; messages: number }
  | { kind: 'record match times' }
  | { kind: 'send match times' }
export type LoadReport =
  | { kind: 'ready' | 'expecting' | 'recording' }
  | ({ kind: 'received' } & Received)
  | ({ kind: 'match times' } & MatchTimes)
  | ({ kind: 'closed' } & Closes)
  | { kind: 'reconnected'; last: number; opens: number; refused: number }

/** The sockets use this many client addresses, because the server accepts only 3,000 new sockets a minute from each. */
const addresses = 20
/** Shorter messages are not counted: positions, ages and pings. */
const minimumBytes = 300
const opcodes = { text: 1, close: 8, ping: 9, pong: 10 }
/** The back-off of src/client/requests/retry.ts, in ms. */
const backoff = { first: 2_000, doublings: 8, jitter: 2_000, most: 120_000 }
/** Without `reconnects`, a refused socket is opened again after one to two times this delay, ms. */
const reopenDelay = 1_000
const matchMessage = /^\{"type":"match_(?:update|change)"/
const retryAfterField = /"retryAfterMs":(\d+)/

const report = (message: LoadReport): void => void process.send?.(message)

let options: Required<LoadOptions>
let confirmed = 0
let opens = 0
let refused = 0
let hasBeenReady = false
let expected = Infinity
let received = 0
let bytes = 0
let sample = ''
let matchTimes: MatchTimes | null = null
const closes: Closes = { codes: [], at: [], withRetryAfter: 0 }

process.on('disconnect', () => process.exit())
process.on('message', (command: LoadCommand) => {
  switch (command.kind) {
    case 'open':
      options = command.options
      void openAll()
      return
    case 'expect':
      expected = command.messages * options.sockets
      received = bytes = 0
      sample = ''
      return report({ kind: 'expecting' })
    case 'record match times':
      matchTimes = { seqs: [], at: [] }
      return report({ kind: 'recording' })
    case 'send match times':
      report({ kind: 'match times', ...(matchTimes ?? { seqs: [], at: [] }) })
      matchTimes = null
  }
})

async function openAll(): Promise<void> {
  const step = Math.max(1, Math.round(options.opensPerSecond / 20))
  for (let index = 0; index < options.sockets; index++) {
    open(index, 0)
    if (index % step === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Shared by all sockets, because each read is processed before the next one. */
const buffer = Buffer.alloc(256 * 1024)

/** `attempt`: the number of consecutive retries, this one included. */
function open(index: number, attempt: number): void {
  opens++
  /** Received bytes of an incomplete handshake response or frame; a copy, because `buffer` is reused. */
  let rest: Buffer | null = null
  let state: 'opening' | 'open' | 'confirmed' = 'opening'
  let retryAfterMs: number | null = null
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
  const path = options.protocol === 'socket.io' ? '/socket.io/?EIO=4&transport=websocket' : '/ws'
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
    if (options.staysClosed && state !== 'opening') return recordClose(code, retryAfterMs !== null)
    if (!options.reconnects) {
      if (state !== 'opening') throw new Error('a socket was closed')
      // The server answers 503 to more than 1,000 new sockets a second (`openLimits`).
      setTimeout(() => open(index, 0), reopenDelay * (1 + Math.random()))
      return
    }
    // Losing a confirmed socket is not a failed attempt.
    const failures = state === 'confirmed' ? 0 : attempt
    const after = Math.min(
      backoff.first * 2 ** Math.min(failures, backoff.doublings) + Math.random() * backoff.jitter,
      backoff.most,
    )
    setTimeout(() => open(index, failures + 1), retryAfterMs ?? after)
  })

  const confirm = (): void => {
    if (state === 'confirmed') return
    state = 'confirmed'
    if (++confirmed < options.sockets) return
    if (hasBeenReady) report({ kind: 'reconnected', last: machineNow(), opens, refused })
    else report({ kind: 'ready' })
    hasBeenReady = true
    opens = refused = 0
  }

  function read(chunk: Buffer): void {
    const data = rest ? Buffer.concat([rest, chunk]) : chunk
    let at = 0
    if (state === 'opening') {
      const end = data.indexOf('\r\n\r\n')
      if (end < 0) return keepRest(data)
      if (!data.toString('latin1', 0, 12).endsWith('101')) {
        refused++
        return void socket.destroy()
      }
      at = end + 4
      state = 'open'
      if (options.protocol === 'ws') confirm()
      if (options.protocol === 'rollcall') send(socket, opcodes.text, options.subscribe)
    }
    while (at < data.length) {
      const frame = frameAt(data, at)
      if (!frame) return keepRest(data.subarray(at))
      handleFrame(data, frame)
      at = frame.end
    }
    rest = null
  }

  function keepRest(data: Buffer): void {
    rest = Buffer.from(data)
  }

  function handleFrame(data: Buffer, { opcode, start, end }: Frame): void {
    if (opcode === opcodes.ping) return send(socket, opcodes.pong, '')
    if (opcode === opcodes.close) {
      const retryAfter = retryAfterField.exec(data.toString('latin1', start + 2, end))
      if (retryAfter) retryAfterMs = Number(retryAfter[1])
      if (end - start >= 2) code = data.readUInt16BE(start)
      return void socket.end()
    }
    if (state === 'open') return handleGreeting(data.toString('latin1', start, Math.min(end, start + 40)))
    // The ping and pong of engine.io
    if (end - start === 1 && data[start] === 0x32) return send(socket, opcodes.text, '3')
    if (matchTimes) recordMatchTime(data.toString('latin1', start, Math.min(end, start + 80)))
    if (end - start < minimumBytes) return
    bytes += end - start
    if (++received === 1) sample = data.toString('utf8', start, end)
    if (received !== expected) return
    expected = Infinity
    report({ kind: 'received', last: machineNow(), bytes, sample })
  }

  function handleGreeting(text: string): void {
    if (options.protocol === 'socket.io' && text.startsWith('0')) send(socket, opcodes.text, '40')
    if (text.startsWith(options.protocol === 'socket.io' ? '40' : '{"type":"subscription_confirmed"')) confirm()
  }
}

function recordClose(code: number, hasRetryAfter: boolean): void {
  closes.codes.push(code)
  closes.at.push(machineNow())
  if (hasRetryAfter) closes.withRetryAfter++
  if (closes.codes.length === options.sockets) report({ kind: 'closed', ...closes })
}

function recordMatchTime(text: string): void {
  if (!matchTimes || !matchMessage.test(text)) return
  matchTimes.seqs.push(Number(/"seq":(\d+)/.exec(text)?.[1]))
  matchTimes.at.push(machineNow())
}

type Frame = { opcode: number; start: number; end: number }

/** The frame that begins at an offset; null when it is incomplete. Frames from a server are not masked. */
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

/** Sends a short frame, masked with zeros, which the protocol permits. */
function send(socket: Socket, opcode: number, text: string): void {
  const payload = Buffer.from(text)
  socket.write(Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]))
}
