import { expect, it } from 'vitest'
import { isPushSubject } from './push-subject.ts'

it.each([
  'mailto:ops@example.org',
  'mailto:ops+push@mail.rollcall.example',
  'mailto:ops@bücher.example',
  'mailto:ops@xn--bcher-kva.xn--p1ai',
  'https://rollcall.example',
  'https://rollcall.example:8443/@ops?x=1',
])('%s is an address that push services accept', (subject) => {
  expect(isPushSubject(subject)).toBe(true)
})

it.each([
  'mailto:ops@localhost',
  'mailto:ops@LOCALHOST',
  'mailto:ops@localhost.localdomain',
  'mailto:ops@demo.localhost',
  'mailto:ops@rollcall',
  'mailto:ops@box.local',
  'mailto:ops@box.lan',
  'mailto:ops@a.internal',
  'mailto:ops@rollcall.test',
  'mailto:ops@rollcall.invalid',
  'mailto:ops@router.home.arpa',
  'mailto:ops@127.0.0.1',
  'mailto:ops@203.0.113.5',
  'mailto:ops@[::1]',
  'mailto:ops@example.org.',
  'mailto:ops@-example.org',
  'mailto:ops@example..org',
  'mailto:<ops@example.org>',
  'mailto: ops@example.org',
  'mailto:ops@example.org,more@example.org',
  'mailto:ops@example.org?subject=push',
  'mailto:example.org',
  'ops@example.org',
  'https://localhost',
  'https://localhost.:8443/',
  'https://rollcall',
  'https://127.0.0.1/contact',
  'https://203.0.113.5/contact',
  'https://[::1]/',
  'https://box.local/',
  'https://ops:secret@example.org/',
  'http://example.org/',
  'https://',
  '',
])('%s is not an address that push services accept', (subject) => {
  expect(isPushSubject(subject)).toBe(false)
})
