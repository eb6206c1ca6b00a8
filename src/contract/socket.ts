// Constants of the socket, separate from the messages, so that the browser need not load a schema for them.

/** The server's close codes, and the client's for a server that does not answer a ping (`noPong`). */
export const closeCodes = {
  /** The shared link has ended: the client does not reconnect (sharing-and-admin.md section 4). */
  shareGone: 1000,
  notText: 1003,
  notJson: 1007,
  tooManyMessages: 1008,
  tooBig: 1009,
  restart: 1012,
  noPong: 3000,
  slow: 4008,
  sessionEnded: 4401,
  wrongUser: 4403,
} as const

/** The largest frame from a client, in bytes (quality/security.md K-06). */
export const maxClientFrame = 4096
/** The interval of a client's pings, in ms (core.md section 9). */
export const pingInterval = 30_000
