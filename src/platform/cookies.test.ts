import { expect, it } from 'vitest'
import { deviceCookie, endedSessionCookie, readDeviceCookies, readSessionCookies, sessionCookie } from './cookies.ts'

it('[S-02] The session cookie is bound to https and to this host when the public address is https', () => {
  expect(sessionCookie('abc', null, true)).toBe('__Host-sid=abc; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(sessionCookie('abc', 60, false)).toBe('sid=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax')
  expect(endedSessionCookie(false)).toBe('sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
})

it('The session cookie is found among others, and only under its name for http or https', () => {
  expect(readSessionCookies('a=1; sid=abc; b=2', false)).toEqual(['abc'])
  expect(readSessionCookies('sid=; a=1;sid=abc; sid=abd', false)).toEqual(['', 'abc', 'abd'])
  expect(readSessionCookies('xsid=1;__Host-sid=abc', true)).toEqual(['abc'])
  expect(readSessionCookies('sid=abc', true)).toEqual([])
  expect(readSessionCookies(undefined, true)).toEqual([])
})

it('[N-16] The device cookie is bound to https and to this host like the session cookie, and is kept for 400 days', () => {
  expect(deviceCookie('a.b', true)).toBe('__Host-device=a.b; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure')
  expect(readDeviceCookies('sid=a; device=b.c', false)).toEqual(['b.c'])
  expect(readDeviceCookies('device=b.c', true)).toEqual([])
})
