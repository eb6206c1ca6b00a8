import { expect, it } from 'vitest'
import { createLog, loggablePath } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let lines = ''
  write(createLog('info', { write: (line) => (lines += line) }))
  return lines
}

it('The log writes one line for each entry, whatever the text contains', () => {
  const lines = logged((log) => log.info({ username: 'a\r\nb' }, 'signed up'))
  expect(lines.trimEnd().split('\n')).toHaveLength(1)
  expect(JSON.parse(lines)).toMatchObject({ level: 30, username: 'a\r\nb', msg: 'signed up' })
})

it('The log never contains a password, cookie or token', () => {
  const lines = logged((log) => {
    log.info({ password: 'hunter2', body: { newPassword: 'hunter3' } }, 'x')
    log.info({ headers: { cookie: 'sid=hunter4', 'set-cookie': ['sid=hunter5'], authorization: 'hunter6' } }, 'x')
    log.info({ req: { method: 'GET', url: '/ws?userId=hunter7', headers: { cookie: 'hunter8' } } }, 'x')
    log.info({ res: { headers: { 'set-cookie': 'hunter9' } }, token: 'hunter10' }, 'x')
  })
  expect(lines).not.toContain('hunter')
  expect(lines.trimEnd().split('\n')).toHaveLength(4)
})

it('A loggable path keeps the route and drops identifiers', () => {
  expect(loggablePath('/ws?userId=7')).toBe('/ws')
  expect(loggablePath('/api/tournaments/3105/athletes?search=x')).toBe('/api/tournaments/3105/athletes')
  expect(loggablePath('/shared/Zm9vYmFyYmF6cXV4MTIzNA')).toBe('/shared/[secret]')
  expect(loggablePath('/api/shared/ZmYYmFyYmFcXVzzzDERTg/upcoming')).toBe('/api/shared/[secret]/upcoming')
  expect(loggablePath('/api/notification-preferences')).toBe('/api/notification-preferences')
})
