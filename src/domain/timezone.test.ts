import { expect, it } from 'vitest'
import { timezoneLabel } from './timezone.ts'

it('The zones of the specification have friendly labels', () => {
  expect(timezoneLabel('America/New_York')).toBe('Eastern')
  expect(timezoneLabel('America/Phoenix')).toBe('Arizona')
  expect(timezoneLabel('Europe/London')).toBe('UK')
  expect(timezoneLabel('Europe/Berlin')).toBe('Central European')
  expect(timezoneLabel('Asia/Shanghai')).toBe('China')
  expect(timezoneLabel('America/Sao_Paulo')).toBe('Brazil')
})

it('The label of a zone that the specification does not name is its city', () => {
  expect(timezoneLabel('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(timezoneLabel('UTC')).toBe('UTC')
})
