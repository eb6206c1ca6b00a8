import { beforeAll, expect, it } from 'vitest'
import { CallError } from '#client/requests/call-error.ts'
import { loadTexts } from '#client/texts/t.ts'
import { answerToast, failureToast } from './refresh-toast.ts'

beforeAll(() => loadTexts('profile'))

it('the toast of a refresh says whether the data were read, had been read just before, are being read, or could not be read (D35)', () => {
  expect(answerToast({ success: true, message: 'Order of Fights data refreshed.' })).toMatchObject({
    title: 'Data Refreshed',
    text: 'Order of Fights data refreshed.',
  })
  const readJustBefore = 'This data was read less than 30 seconds ago.'
  expect(answerToast({ success: true, message: readJustBefore, alreadyRead: true })).toMatchObject({
    title: 'Already Up to Date',
    text: readJustBefore,
  })
  expect(answerToast({ success: true, message: 'It will appear shortly.', pending: true }).title).toBe('Refreshing...')
  expect(answerToast({ success: false, message: 'It is down.', error: 'It is down.' })).toMatchObject({
    title: 'Scraping Failed',
    text: 'It is down.',
    kind: 'failure',
  })
})

it('the toast of a failed refresh shows the error text, otherwise the status or a general sentence (D15)', () => {
  const toasts = [
    new CallError(429, '{"error":"Too many requests."}', 'Too Many Requests'),
    new CallError(502, '<html>Bad gateway</html>', 'Bad Gateway'),
    new CallError(504, '', ''),
    new CallError(0, ''),
    new TypeError('undefined is not a function'),
  ].map((error) => failureToast(error))
  expect(toasts.map(({ text }) => text)).toEqual([
    'Too many requests.',
    'HTTP 502: Bad Gateway',
    'HTTP 504:',
    'Failed to refresh Order of Fights data',
    'Failed to refresh Order of Fights data',
  ])
  for (const { title } of toasts) expect(title).toBe('Refresh Failed')
})
