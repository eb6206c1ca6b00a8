// Encodes server frames of RFC 6455. One encoded frame can be written to many sockets, because servers do not mask frames.
import type { ServerMessage } from '#contract/live.ts'
import type { Outgoing } from './compact.ts'

const text = 0x81
const ping = 0x89

/** Encodes a text message as one frame. */
export function textFrame(message: string): Buffer {
  const length = Buffer.byteLength(message)
  const header = length < 126 ? 2 : length < 0x1_0000 ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = text
  if (header === 2) frame[1] = length
  else if (header === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(message, header)
  return frame
}

/** Encodes messages as one buffer of frames. */
export const encodeFrames = (messages: readonly ServerMessage[]): Buffer =>
  Buffer.concat(messages.map((message) => textFrame(JSON.stringify(message))))

/** The frames of one delivery, for compact subscribers (`true`) or for the others. Each form is encoded on first use. */
export function framesOf({ messages, compact }: Outgoing): (isCompact: boolean) => Buffer {
  let whole: Buffer | null = null
  let small: Buffer | null = null
  return (isCompact) => (isCompact ? (small ??= encodeFrames(compact)) : (whole ??= encodeFrames(messages)))
}

/** An empty ping, which browsers answer automatically. */
export const pingFrame = Buffer.from([ping, 0])
