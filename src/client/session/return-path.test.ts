import { expect, it } from 'vitest'
import { pathAfterLogin } from './return-path.ts'

it('leads whoever logs in to where they were sent away from, and to the dashboard otherwise', () => {
  expect(pathAfterLogin({ from: '/athletes/7?tab=following', userId: 3 }, 3)).toBe('/athletes/7?tab=following')
  expect(pathAfterLogin({ from: '/share', userId: null }, 3)).toBe('/share')
  expect([null, undefined, 'from', {}, { from: 7 }].map((state) => pathAfterLogin(state, 3))).toEqual(
    Array(5).fill('/'),
  )
})

it('leads nobody to where another user was', () => {
  expect(pathAfterLogin({ from: '/athlete-profile/17', userId: 3 }, 4)).toBe('/')
})

it('leads to no other site', () => {
  const elsewhere = ['https://evil.test/', '//evil.test/', '/\\evil.test/', 'javascript:alert(1)', 'evil.test', '']
  expect(elsewhere.map((from) => pathAfterLogin({ from, userId: null }, 3))).toEqual(elsewhere.map(() => '/'))
})
