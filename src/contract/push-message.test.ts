import { expect, it } from 'vitest'
import { readPushMessage } from './push-message.ts'

const fallback = { title: 'RollCall', body: '', lang: '', tag: 'rollcall', navigate: '/' }

it('A push message that the server has written can be read', () => {
  const shown = { title: 'Marina', body: 'Up next', lang: 'en', tag: 'match-7', navigate: 'https://rollcall.example/' }
  const message = { web_push: 8030, notification: { ...shown, dir: 'auto', renotify: true } }
  expect(readPushMessage(JSON.stringify(message))).toEqual(shown)
})

it.each(['', 'not JSON', 'null', '[]', '{"notification":null}', '{"notification":{"title":7}}'])(
  'The unreadable push message %j is shown as a fallback',
  (text) => {
    expect(readPushMessage(text)).toEqual(fallback)
  },
)
