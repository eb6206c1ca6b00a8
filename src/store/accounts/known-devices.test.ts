import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKnownDevices } from './known-devices.ts'

const devices = createKnownDevices(randomBytes(32))

it('[N-16] A device is known for the accounts that have signed in on it, under one id', () => {
  const first = devices.remember([], 7)
  const both = devices.remember([first], 8)
  const id = devices.find([first], 7)
  expect(id).toMatch(/^[\w-]{22}$/)
  expect([devices.find([both], 7), devices.find([both], 8)]).toEqual([id, id])
  expect([devices.find([first], 8), devices.find([], 7)]).toEqual([null, null])
  expect(devices.remember([both], 8)).toBe(both)
})

it('[N-16] A device that was forged, was altered or comes from another installation is not known', () => {
  const cookie = devices.remember([], 7)
  const [id = '', signature = ''] = cookie.split('.')
  const other = devices.remember([], 7)
  const forged = [
    '',
    '.',
    id,
    `${id}.`,
    `${id}.${'A'.repeat(22)}`,
    `${id}.${'é'.repeat(22)}`,
    `${'A'.repeat(22)}.${signature}`,
    `${other.split('.')[0]}.${signature}`,
    createKnownDevices(randomBytes(32)).remember([], 7),
  ]
  for (const each of forged) expect([each, devices.find([each], 7)]).toEqual([each, null])
  expect(devices.find([...forged.slice(0, 3), cookie], 7)).toBe(id)
})

it('A device is remembered for the last eight accounts, and anew after an unreadable cookie', () => {
  let cookie = 'unreadable'
  for (let userId = 1; userId <= 9; userId++) cookie = devices.remember([cookie], userId)
  expect([devices.find([cookie], 1), devices.find([cookie], 2)]).toEqual([null, expect.any(String)])
  expect(cookie.length).toBeLessThan(220)
})
