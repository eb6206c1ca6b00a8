// The user for whom a page makes a call. Another user may have signed in in the same browser since, and the cookie is theirs.

/** The header with the expected user's id. The server refuses the call with 412 and the code `other-user` if another is signed in. */
export const callerHeader = 'x-rollcall-user'

/** True if the value of the header names another user than this one; false without the header. */
export const isForAnother = (header: string | string[] | undefined, userId: number): boolean =>
  header !== undefined && header !== String(userId)
