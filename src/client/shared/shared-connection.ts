// How updates reach the public page: by its socket, by polling every minute, or not at all (sharing-and-admin.md section 4).
import { lostShownAfter } from '#client/live/update-channel.ts'

/**
 * 'live': by the socket. 'reading': the socket is down and reads are answered. 'lost': reads are not answered, for longer than a
 * quick reconnect takes.
 */
export type SharedConnection = 'live' | 'reading' | 'lost'

/** The result of a read: the page, an error answer, or no answer. */
export type ReadAnswer = 'page' | 'failure' | 'none'

/** `reload` fetches the page and reports to `readEnded`; `onChange` is called at each change. */
export function createSharedConnection(reload: () => Promise<void>, onChange: (connection: SharedConnection) => void) {
  let connection: SharedConnection = 'live'
  let isSocketUp = true
  /** False from an unanswered read, or the close of a live socket, until the server answers again. */
  let isReachable = true
  /** Whether the latest read was not answered, and nothing was received since. */
  let isReadLost = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const setConnection = (next: SharedConnection): void => {
    clearTimeout(timer)
    timer = undefined
    if (next === connection) return
    connection = next
    onChange(next)
  }

  /** Call when the server has answered a read or sent a message. */
  const serverAnswered = (): void => {
    isReachable = true
    isReadLost = false
    setConnection(isSocketUp ? 'live' : 'reading')
  }

  /**
   * After a delay, reports the connection as lost if the latest read was not answered. Otherwise reads once more, and reports the
   * loss as soon as that read has failed or has taken longer than the delay.
   */
  const serverMissing = (): void => {
    isReachable = false
    if (timer !== undefined || connection === 'lost') return
    timer = setTimeout(() => {
      if (isReadLost) return setConnection('lost')
      timer = setTimeout(() => setConnection('lost'), lostShownAfter)
      void reload().then(() => isReadLost && setConnection('lost'))
    }, lostShownAfter)
  }

  return {
    serverAnswered,
    isReachable: (): boolean => isReachable,
    /** Records the result of a read; true for the first answer after unanswered reads. */
    readEnded(answer: ReadAnswer): boolean {
      // While the socket is down, an error answer may come from a proxy and does not count.
      if (answer === 'none' || (answer === 'failure' && !isSocketUp)) {
        isReadLost = true
        serverMissing()
        return false
      }
      const isBack = isReadLost
      serverAnswered()
      return isBack
    },
    /** Call when the socket is closed (true) or open again (false). */
    socketLost(isLost: boolean): void {
      isSocketUp = !isLost
      if (!isLost) serverAnswered()
      // While reads are answered, further failed attempts change nothing.
      else if (connection === 'live') serverMissing()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
