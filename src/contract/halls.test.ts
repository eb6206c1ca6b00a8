import { expect, it } from 'vitest'
import type { HallRecord } from '#domain/hall-record.ts'
import { HallPart, Halls } from './halls.ts'

const mat = {
  mat: 1,
  state: 'running',
  anchor: 0,
  running: 7.2,
  left: { fights: 3, turnovers: 21.6 },
  isOn: true,
} as const
const record: HallRecord = {
  date: '2026-11-21',
  asOf: 0,
  pace: 0.9,
  spread: 0.1,
  unevenness: 0.25,
  stop: null,
  mats: [mat, { ...mat, mat: 2, asOf: -1 }],
}

it('The record of a hall is accepted with or without a reading time of a mat, and loses the fields of a later version', () => {
  expect(Halls.parse({ 5: record })).toEqual({ 5: record })
  expect(HallPart.parse({ asOf: 1, mats: [] })).toEqual({ asOf: 1, mats: [] })
  expect(HallPart.parse({ asOf: 1, mats: [{ ...mat, later: 1 }] })).toEqual({ asOf: 1, mats: [mat] })
})
