import { expect, it } from 'vitest'
import { authModeIn, forgotAddress } from './auth-mode.ts'

it('the mode of the login screen is that of the address, and login for an address without a valid mode', () => {
  expect(authModeIn(forgotAddress.replace('/auth?', ''))).toBe('forgot')
  expect(authModeIn('mode=signup')).toBe('signup')
  expect(['', 'mode=', 'mode=admin', 'tab=forgot'].map(authModeIn)).toEqual(['login', 'login', 'login', 'login'])
})
