import { expect, it } from 'vitest'
import { contactAddress } from './contact.ts'

it.each([
  ['ops@rollcall.example', 'mailto:ops@rollcall.example'],
  ['mailto:ops@rollcall.example', 'mailto:ops@rollcall.example'],
  ['https://rollcall.example/who', 'https://rollcall.example/who'],
  ['https://social.example/@ops', 'https://social.example/@ops'],
])('The contact %s becomes the address %s', (contact, address) => {
  expect(contactAddress(contact)).toBe(address)
})
