import { expect, it } from 'vitest'
import { pathAfterLogin } from './return-path.ts'

it('a login leads to the page that required it, and otherwise to the dashboard', () => {
  expect(pathAfterLogin({ from: '/athletes/7?tab=following', userId: 3 }, 3)).toBe('/athletes/7?tab=following')
  expect(pathAfterLogin({ from: '/share', userId: null }, 3)).toBe('/share')
  expect([null, undefined, 'from', {}, { from: 7 }].map((state) => pathAfterLogin(state, 3))).toEqual(
    Array(5).fill('/'),
  )
})

it('a login does not lead to the page of another user', () => {
  expect(pathAfterLogin({ from: '/athlete-profile/17', userId: 3 }, 4)).toBe('/')
})

it('a login does not lead to another site', () => {
  const elsewhere = ['https://evil.test/', '//evil.test/', '/\\evil.test/', 'javascript:alert(1)', 'evil.test', '']
  expect(elsewhere.map((from) => pathAfterLogin({ from, userId: null }, 3))).toEqual(elsewhere.map(() => '/'))
})
