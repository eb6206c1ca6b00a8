import { expect, it } from 'vitest'
import { authModeIn, forgotAddress } from './auth-mode.ts'

it('the mode is the one in the address, and login for any other address', () => {
  expect(authModeIn(forgotAddress.replace('/auth?', ''))).toBe('forgot')
  expect(authModeIn('mode=signup')).toBe('signup')
  expect(['', 'mode=', 'mode=admin', 'tab=forgot'].map(authModeIn)).toEqual(['login', 'login', 'login', 'login'])
})
