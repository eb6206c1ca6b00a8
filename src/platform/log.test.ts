import { expect, it } from 'vitest'
import { createAnnouncer, createLog, loggablePath } from './log.ts'

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

it('The log redacts the fields of passwords, cookies and tokens, and omits the query and the headers of a request', () => {
  const lines = logged((log) => {
    log.info({ password: 'hunter2', body: { newPassword: 'hunter3' } }, 'x')
    log.info({ headers: { cookie: 'sid=hunter4', 'set-cookie': ['sid=hunter5'], authorization: 'hunter6' } }, 'x')
    log.info({ req: { method: 'GET', url: '/ws?userId=hunter7', headers: { cookie: 'hunter8' } } }, 'x')
    log.info({ res: { headers: { 'set-cookie': 'hunter9' } }, token: 'hunter10' }, 'x')
  })
  expect(lines).not.toContain('hunter')
  expect(lines.trimEnd().split('\n')).toHaveLength(4)
})

/** A process whose output is a terminal or not. */
function processWith(isTTY: boolean) {
  let text = ''
  const stream = { isTTY, write: (part: string) => (text += part) }
  return { process: { stdout: stream, stderr: stream } as unknown as NodeJS.Process, text: () => text }
}

it('An announcement is text on a terminal, and a JSON line with its fields otherwise, whatever the log level is', () => {
  const terminal = processWith(true)
  const lines = logged((log) => {
    log.level = 'silent'
    createAnnouncer(log, terminal.process)('info', 'RollCall is at http://localhost:3000', { port: 3000 })
    const announce = createAnnouncer(log, processWith(false).process)
    announce('info', 'RollCall is at http://localhost:3000', { port: 3000 })
    announce('fatal', 'Port 3000 is already in use.')
  })
  expect(terminal.text()).toBe('RollCall is at http://localhost:3000\n')
  const [first = '', second = ''] = lines.split('\n')
  expect(JSON.parse(first)).toMatchObject({ level: 30, port: 3000, msg: 'RollCall is at http://localhost:3000' })
  expect(JSON.parse(second)).toMatchObject({ level: 60, msg: 'Port 3000 is already in use.' })
})

it('A loggable path keeps the route and numbers, without the query and random ids', () => {
  expect(loggablePath('/ws?userId=7')).toBe('/ws')
  expect(loggablePath('/api/tournaments/3105/athletes?search=x')).toBe('/api/tournaments/3105/athletes')
  expect(loggablePath('/shared/Zm9vYmFyYmF6cXV4MTIzNA')).toBe('/shared/[secret]')
  expect(loggablePath('/api/shared/ZmYYmFyYmFcXVzzzDERTg/upcoming')).toBe('/api/shared/[secret]/upcoming')
  expect(loggablePath('/shared/%5Am9vYmFyYmF6cXV4MTIzNA')).toBe('/shared/[secret]')
  expect(loggablePath('/api/notification-preferences')).toBe('/api/notification-preferences')
})
