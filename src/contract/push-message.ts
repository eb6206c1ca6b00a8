// The format of an alert: a declarative web push message, which browsers with support for it show by themselves. Elsewhere, the
// service worker shows it.

export type PushMessage = {
  web_push: 8030
  notification: {
    title: string
    body: string
    lang: string
    dir: 'auto'
    /** A later alert with the same tag replaces this one and notifies again. */
    tag: string
    renotify: true
    /** The address that a tap opens. */
    navigate: string
  }
}

type ShownAlert = Pick<PushMessage['notification'], 'title' | 'body' | 'lang' | 'tag' | 'navigate'>

/** Shown for an unreadable message: browsers end a subscription whose messages show nothing. */
const fallback: ShownAlert = { title: 'RollCall', body: '', lang: '', tag: 'rollcall', navigate: '/' }

/** Parses the text of a push message. */
export function readPushMessage(text: string): ShownAlert {
  try {
    const { notification } = JSON.parse(text) as { notification: Record<string, unknown> }
    const word = (key: string, otherwise: string): string => {
      const value = notification[key]
      return typeof value === 'string' && value !== '' ? value : otherwise
    }
    return {
      title: word('title', fallback.title),
      body: word('body', fallback.body),
      lang: word('lang', fallback.lang),
      tag: word('tag', fallback.tag),
      navigate: word('navigate', fallback.navigate),
    }
  } catch {
    return fallback
  }
}
