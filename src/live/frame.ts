// Encodes server frames of RFC 6455. One encoded frame can be written to many sockets, because servers do not mask frames.
import type { ServerMessage } from '#contract/live.ts'
import type { Outgoing } from './compact.ts'

/** The first byte of a frame: the final fragment, with its opcode. */
const firstByte = { text: 0x81, ping: 0x89 } as const

/** Encodes a text message as one frame. */
export function textFrame(message: string): Buffer {
  const length = Buffer.byteLength(message)
  const headerLength = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = firstByte.text
  if (headerLength === 2) frame[1] = length
  else if (headerLength === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(message, headerLength)
  return frame
}

/** Encodes messages as one buffer of frames. */
export const encodeFrames = (messages: readonly ServerMessage[]): Buffer =>
  Buffer.concat(messages.map((message) => textFrame(JSON.stringify(message))))

/** The frames of one delivery, for compact subscribers (`true`) or for the others. Each form is encoded on first use. */
export function framesOf({ messages, compact }: Outgoing): (isCompact: boolean) => Buffer {
  let compactFrames: Buffer | null = null
  let otherFrames: Buffer | null = null
  return (isCompact) =>
    isCompact ? (compactFrames ??= encodeFrames(compact)) : (otherFrames ??= encodeFrames(messages))
}

/** An empty ping, which browsers answer automatically. */
export const pingFrame = Buffer.from([firstByte.ping, 0])
