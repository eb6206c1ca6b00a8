import { expect, it } from 'vitest'
import { readPushMessage } from './push-message.ts'

const signOfLife = { title: 'RollCall', body: '', lang: '', tag: 'rollcall', navigate: '/' }

it('reads what the server writes', () => {
  const said = { title: 'Marina', body: 'Up next', lang: 'en', tag: 'match-7', navigate: 'https://rollcall.example/' }
  const message = { web_push: 8030, notification: { ...said, dir: 'auto', renotify: true } }
  expect(readPushMessage(JSON.stringify(message))).toEqual(said)
})

it.each(['', 'not JSON', 'null', '[]', '{"notification":null}', '{"notification":{"title":7}}'])(
  'shows a sign of life for %j',
  (text) => {
    expect(readPushMessage(text)).toEqual(signOfLife)
  },
)
