// What an alert is when it travels: declarative web push, which phones that know it show by themselves; everywhere else the
// service worker reads it and shows the same.

export type PushMessage = {
  web_push: 8030
  notification: {
    title: string
    body: string
    lang: string
    dir: 'auto'
    /** A later one with the same tag takes its place, and is noticed again. */
    tag: string
    renotify: true
    /** The address that a tap opens. */
    navigate: string
  }
}

type ShownAlert = Pick<PushMessage['notification'], 'title' | 'body' | 'lang' | 'tag' | 'navigate'>

/** What is shown of a message that cannot be read: a browser takes the subscription from who shows nothing. */
const signOfLife: ShownAlert = { title: 'RollCall', body: '', lang: '', tag: 'rollcall', navigate: '/' }

/** What to show of a push's text. */
export function readPushMessage(text: string): ShownAlert {
  try {
    const { notification } = JSON.parse(text) as { notification: Record<string, unknown> }
    const word = (key: string, otherwise: string): string => {
      const value = notification[key]
      return typeof value === 'string' && value !== '' ? value : otherwise
    }
    return {
      title: word('title', signOfLife.title),
      body: word('body', signOfLife.body),
      lang: word('lang', signOfLife.lang),
      tag: word('tag', signOfLife.tag),
      navigate: word('navigate', signOfLife.navigate),
    }
  } catch {
    return signOfLife
  }
}
