// Whether the public page is followed: by its socket, by its reads of each minute, or not at all (sharing-and-admin.md
// section 4).
import { lostShownAfter } from '#client/live/update-channel.ts'

/**
 * 'live': the socket tells what is new. 'reading': the socket is down, and the reads of each minute are answered.
 * 'lost': neither, for longer than a quick return takes.
 */
export type SharedConnection = 'live' | 'reading' | 'lost'

/** What came of a read: the page, an answer that is none, or nothing. */
export type ReadAnswer = 'page' | 'failure' | 'none'

/** `reload` reads the page and notes here how that went; `tell` is told of each change. */
export function createSharedConnection(reload: () => Promise<void>, tell: (connection: SharedConnection) => void) {
  let connection: SharedConnection = 'live'
  let isSocketUp = true
  /** False from a read that nobody answered, or the socket's end, until the server is heard again. */
  let isHeard = true
  let isReadLost = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const become = (next: SharedConnection): void => {
    clearTimeout(timer)
    timer = undefined
    if (next === connection) return
    connection = next
    tell(next)
  }

  /** The server answered a read, or spoke on the socket: whatever was lost is back at once. */
  const heard = (): void => {
    isHeard = true
    isReadLost = false
    become(isSocketUp ? 'live' : 'reading')
  }

  /** A quick return is not worth a word; before the connection is said to be lost, a read is tried. */
  const missed = (): void => {
    isHeard = false
    if (timer !== undefined || connection === 'lost') return
    timer = setTimeout(() => {
      if (isReadLost) return become('lost')
      timer = setTimeout(() => become('lost'), lostShownAfter)
      void reload().then(() => isReadLost && become('lost'))
    }, lostShownAfter)
  }

  return {
    heard,
    isHeard: (): boolean => isHeard,
    /** A read ended; true when it is the first that was answered after others were not. */
    readEnded(answer: ReadAnswer): boolean {
      // An answer without the page counts while the socket is up; otherwise it may come from any machine on the way.
      if (answer === 'none' || (answer === 'failure' && !isSocketUp)) {
        isReadLost = true
        missed()
        return false
      }
      const isBack = isReadLost
      heard()
      return isBack
    },
    /** The socket went down, or is up again. */
    socketLost(isLost: boolean): void {
      isSocketUp = !isLost
      if (!isLost) heard()
      // While reads are answered, that each further attempt fails is no news.
      else if (connection === 'live') missed()
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
