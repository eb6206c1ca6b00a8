import { expect, it } from 'vitest'
import { isPushEndpoint, knownPushHosts } from './push-endpoint.ts'

const known = { hosts: knownPushHosts, localOrigin: undefined }

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://db5p.notify.windows.com/w/?token=abc',
  'https://jmt17.google.com/fcm/send/x2',
  'https://jmt18.google.com/fcm/send/x2',
  'https://updates-autopush.stage.mozaws.net/wpush/v2/abc',
  'https://api.push.apple.com/abc',
])('[F-06] %s is accepted as a push endpoint', (endpoint) => {
  expect(isPushEndpoint(endpoint, known)).toBe(true)
})

it.each([
  'http://127.0.0.1:9/',
  'https://evil.test/',
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://user@fcm.googleapis.com/abc',
  'https://user:secret@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.evil.test/abc',
  'https://evilfcm.googleapis.com/abc',
  'https://fcm.googleapis.com@evil.test/abc',
  'https://googleapis.com/abc',
  'https://sites.google.com/view/abc',
  'https://www.google.com/fcm',
  'https://www.google.com/x/../fcmx/send/abc',
  'https://jmt17.google.com.evil.test/fcm/send/abc',
  'https://jmt17-google.com/fcm/send/abc',
  'https://evilgoogle.com/fcm/send/abc',
  'https://jmt17.google.com:8443/fcm/send/abc',
  'http://jmt17.google.com/fcm/send/abc',
  'https://[::1]/abc',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'not an address',
  '',
])('[F-06] %s is refused as a push endpoint', (endpoint) => {
  expect(isPushEndpoint(endpoint, known)).toBe(false)
})

it('[F-06] One configured local origin is accepted as a push endpoint, and no other', () => {
  const local = { hosts: [], localOrigin: 'http://127.0.0.1:4100' }
  expect(isPushEndpoint('http://127.0.0.1:4100/push/1', local)).toBe(true)
  expect(isPushEndpoint('http://127.0.0.1:4101/push/1', local)).toBe(false)
  expect(isPushEndpoint('https://127.0.0.1:4100/push/1', local)).toBe(false)
})
