import { expect, it } from 'vitest'
import { authModeIn, forgotAddress } from './auth-mode.ts'

it('opens the mode that the address asks for, and login for everything else', () => {
  expect(authModeIn(forgotAddress.replace('/auth?', ''))).toBe('forgot')
  expect(authModeIn('mode=signup')).toBe('signup')
  expect(['', 'mode=', 'mode=admin', 'tab=forgot'].map(authModeIn)).toEqual(['login', 'login', 'login', 'login'])
})
