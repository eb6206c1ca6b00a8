// The figures of the socket. Apart from the messages, so that the browser needs no schema for them.

/** Close codes of the server, and the one of a client that gives up on a silent server (`noPong`). */
export const closeCodes = {
  /** A normal end, after which a client does not come back (sharing-and-admin.md section 4): the shared link is dead. */
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

/** The largest frame that a client may send, in bytes (quality/security.md K-06). */
export const maxClientFrame = 4096
/** A client pings this often, in ms (core.md section 9). */
export const pingInterval = 30_000
