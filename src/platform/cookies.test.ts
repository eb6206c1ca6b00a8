import { expect, it } from 'vitest'
import { endedSessionCookie, readSessionCookie, sessionCookie } from './cookies.ts'

it('[S-02] binds the cookie to https and to this host where the public address is https', () => {
  expect(sessionCookie('abc', null, true)).toBe('__Host-sid=abc; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(sessionCookie('abc', 60, false)).toBe('sid=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax')
  expect(endedSessionCookie(false)).toBe('sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
})

it('finds its cookie among others, and only under the name for this kind of address', () => {
  expect(readSessionCookie('a=1; sid=abc; b=2', false)).toBe('abc')
  expect(readSessionCookie('xsid=1;__Host-sid=abc', true)).toBe('abc')
  expect(readSessionCookie('sid=abc', true)).toBeUndefined()
  expect(readSessionCookie(undefined, true)).toBeUndefined()
})
