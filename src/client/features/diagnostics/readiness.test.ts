import { beforeAll, expect, it } from 'vitest'
import { CallError } from '#client/requests/call-error.ts'
import { loadTexts } from '#client/texts/t.ts'
import { isReady, readinessColour, readinessOrder, readinessText } from './readiness.ts'
import { failureText } from './repair.ts'

beforeAll(() => loadTexts('diagnostics'))

it('the four states of readiness are green, yellow, orange and red, each with its text', () => {
  expect(readinessOrder.map((readiness) => [readinessText(readiness), readinessColour[readiness]])).toEqual([
    ['Ready', 'var(--ahead)'],
    ['Partial', 'var(--gold)'],
    ['Missing', 'var(--belt-orange)'],
    ['Error', 'var(--live)'],
  ])
})

it('partial, missing and erroneous data are not ready', () => {
  expect(readinessOrder.map((displayReadiness) => isReady({ displayReadiness }))).toEqual([true, false, false, false])
})

it('a failed repair is shown with its status, and an unanswered one with a general sentence', () => {
  expect(failureText(new CallError(502, '{"error":"The source could not be read."}'))).toBe('HTTP error! status: 502')
  expect(failureText(new CallError(0, ''))).toBe('Failed to repair athlete data')
  expect(failureText(new Error('anything else'))).toBe('Failed to repair athlete data')
})
