import { expect, it } from 'vitest'
import { firstSentence } from './validation-toast.ts'

it('the validation toast shows the first error in the order of the form', () => {
  const newPassword = { type: 'too_small', message: 'New password is required.' }
  const confirmPassword = { type: 'custom', message: 'New passwords do not match.' }
  expect(firstSentence({ newPassword, confirmPassword })).toBe('New password is required.')
  expect(firstSentence({ currentPassword: undefined, confirmPassword })).toBe('New passwords do not match.')
  expect(firstSentence({})).toBeUndefined()
})
