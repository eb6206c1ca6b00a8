// Emails across restarts of the whole program: what it prints at its start, and what happens to queued emails.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '#support/free-port.ts'
import { startMailServer } from '#support/mail.ts'
import { removeData, type RollCall, startRollCall } from '#support/rollcall.ts'
import { Visitor } from '#support/visitor.ts'

const noEmailWarning = 'RollCall cannot send emails, so nobody can reset a forgotten password: SMTP_URL is not set.'
const soon = { timeout: 20_000 }

const running: RollCall[] = []
afterEach(async () => {
  for (const rollCall of running.splice(0)) {
    await rollCall.stop()
    await removeData(rollCall.dataDir)
  }
})
async function start(options: Parameters<typeof startRollCall>[0] = {}): Promise<RollCall> {
  const rollCall = await startRollCall(options)
  running.push(rollCall)
  return rollCall
}

it('A server without a mail server reports that at its start and continues, and sends its queued emails after a restart with a mail server', async () => {
  await using mailServer = await startMailServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'rollcall-'))
  const port = await freePort()
  // No server runs at the source's address.
  const env = { SOURCE_URL: 'http://127.0.0.1:9', ROLES: 'web', PUBLIC_URL: `http://127.0.0.1:${port}` }

  const first = await start({ dataDir, port, env })
  await expect.poll(first.output, soon).toContain(noEmailWarning)
  const visitor = await new Visitor(first.url).signUp()
  const answer = await visitor.call('forgotPassword', { body: { email: visitor.email } })
  expect(answer.success).toBe(true)
  expect(await (await visitor.fetch('/mailbox')).text()).not.toContain('would have sent')
  await first.kill()

  const second = await start({ dataDir, port, env: { ...env, SMTP_URL: mailServer.url } })
  const { text = '', token } = await mailServer.mailTo(visitor.email, 'Set a new password for RollCall')
  expect(text).toContain(`${env.PUBLIC_URL}/reset-password?token=`)
  expect(second.output()).not.toContain(noEmailWarning)
  const body = { token, newPassword: 'a bell at closing time' }
  await new Visitor(second.url).call('resetPassword', { body })
  expect((await visitor.signIn({ password: body.newPassword })).status).toBe(200)
  expect(second.output()).not.toContain(token)
})

it('The demo puts its emails into a mailbox, whose address it prints', async () => {
  const demo = await start()
  await expect.poll(demo.output, soon).toContain(`The emails of the demo are at ${demo.url}/mailbox`)
  const visitor = await new Visitor(demo.url).signUp()
  await visitor.call('forgotPassword', { body: { email: visitor.email } })
  const mailbox = async (): Promise<string> => (await visitor.fetch('/mailbox')).text()
  await expect.poll(mailbox, soon).toContain(`to ${visitor.email}`)
})
