// Email addresses: how they are verified, which emails an unverified one gets, and how an address changes its account.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedAdministrator, seedUser } from '#api'
import {
  claimSubject,
  confirmAddress,
  confirmSubject,
  type MailServer,
  type ReceivedEmail,
  type EmailWorker,
  startMailServer,
  startEmailWorker,
} from '#support/mail.ts'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Answer, Visitor } from '#support/visitor.ts'
import { connect } from '#support/sql.ts'

let api: ApiUnderTest
let mailServer: MailServer
let sender: EmailWorker
beforeAll(async () => {
  api = await startApi({ trustedProxies: ['127.0.0.1'] })
  mailServer = await startMailServer()
  sender = startEmailWorker(api.store, { smtpUrl: mailServer.url })
})
afterAll(async () => {
  await sender.stop()
  await mailServer.close()
  await api.close()
})

const soon = { timeout: 20_000 }
let strangers = 0
/** An address whose owner has no account. */
const strangersAddress = (): string => `stranger-${++strangers}@elsewhere.example`
const signUp = (): Promise<Visitor> => api.visitor().signUp()
/** Signs up a user and verifies the address. */
const signUpVerified = async (): Promise<Visitor> => confirmAddress(await signUp(), mailServer)
/** Changes the visitor's address. `proof`: the token of an emailed link. */
const move = (visitor: Visitor, email: string, proof?: string) =>
  visitor.request('updateProfile', { body: { username: visitor.name, email, ...(proof !== undefined && { proof }) } })
const register = (visitor: Visitor, email: string, proof?: string) =>
  visitor.request('register', {
    body: { username: visitor.name, email, password: visitor.password, ...(proof !== undefined && { proof }) },
  })
const check = (visitor: Visitor, token: string) => visitor.request('checkEmailLink', { body: { token } })
const verify = (visitor: Visitor, token: string) => visitor.request('verifyEmail', { body: { token } })
const refusal = ({ status, error }: Answer<unknown>) => [status, error.code, error.error]
const invalidLink = [400, 'invalid-token', 'This link is invalid or has expired.']
const taken = [409, 'taken', 'This name or email cannot be used.']
/** Resolves when no email is queued. */
const untilAllSent = () => expect.poll(async () => (await api.sql`select 1 from jobs`).length, soon).toBe(0)
/** Takes all emails to an address out of the inbox, once no email is queued. */
async function takeEmailsTo(address: string): Promise<ReceivedEmail[]> {
  await untilAllSent()
  const found: ReceivedEmail[] = []
  while (mailServer.inbox.some(({ recipients }) => recipients.includes(address)))
    found.push(await mailServer.mailTo(address))
  return found
}
const statusOf = async (visitor: Visitor): Promise<string> => (await visitor.call('user')).emailStatus

/** Resolves when this many statements wait for a lock. */
const untilBlocked = (count: number) =>
  expect
    .poll(async () => {
      const waiting = await api.sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      return waiting.length
    }, soon)
    .toBe(count)
/**
 * Runs `meanwhile` while a change to the address is complete but not committed; then lets it commit. Until then emails to the
 * address wait as well.
 */
async function beforeMoveCommits<Result>(mover: Visitor, email: string, meanwhile: () => Promise<Result>) {
  const other = connect(api.databaseUrl)
  const done = await other.begin(async (tx) => {
    // The last step of a change before its commit is to count its email, under this lock.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`mails to ${email}`}, 0))`
    const moved = move(mover, email)
    await untilBlocked(1)
    return { moved, result: await meanwhile() }
  })
  await other.end()
  return done
}

describe('A stranger’s address', () => {
  it('[N-04] gets at most three emails a day from ten changes to it, none of which contains a user’s text', async () => {
    const address = strangersAddress()
    const names: string[] = []
    for (let round = 0; round < 5; round++) {
      const attacker = await signUp()
      const username = `Visit evil.example ${round}`
      names.push(username, attacker.name, attacker.email)
      for (const email of [address, `away-${attacker.email}`, address]) {
        await attacker.request('updateProfile', { body: { username, email } })
        await untilAllSent()
      }
      // Frees the address for the next account.
      await api.sql`update users set email = ${`gone-${attacker.email}`} where email = ${address}`
    }
    const emails = await takeEmailsTo(address)
    expect(emails).toHaveLength(3)
    for (const { subject, text = '', html = '', raw } of emails) {
      expect(subject).toBe(confirmSubject)
      expect(text.split('\n\n')[0]).toBe('Hello,')
      for (const word of [...names, 'evil']) for (const part of [text, html, raw]) expect(part).not.toContain(word)
    }
  })

  it('[N-04] gets at most three emails a day even when each sign-up adds another tag to it', async () => {
    const tagged = Array.from({ length: 5 }, (_, tag) => strangersAddress().replace(/-\d+@/, `+${tag}@`))
    for (const email of tagged) expect((await register(api.visitor(), email)).status).toBe(200)
    const emails = await Promise.all(tagged.map(takeEmailsTo))
    expect(emails.flat()).toHaveLength(3)
  })

  it('[N-04] is verified for its owner, who signs up through an emailed link, and is taken from the account that had it', async () => {
    const address = strangersAddress()
    const attacker = await signUp()
    await move(attacker, address)
    const { token } = await mailServer.mailTo(address)
    const stranger = api.visitor()
    expect((await check(stranger, token)).body).toEqual({ success: true, email: address, leadsTo: 'verify' })
    const made = await register(stranger, address.toUpperCase(), token)
    expect(made.body).toMatchObject({ email: address, emailStatus: 'verified' })
    expect((await stranger.request('user')).status).toBe(200)
    // The account that had the address keeps its session, but has no address.
    const former = await attacker.call('user')
    expect(former.emailStatus).toBe('missing')
    expect(former.email).toMatch(/\.invalid$/)
    expect(refusal(await attacker.request('sendEmailLink'))).toEqual([400, 'invalid-input', 'Email is required.'])
    expect((await move(attacker, address)).error.code).toBe('taken')
    expect((await move(attacker, `new-${attacker.email}`)).body.emailStatus).toBe('unverified')
  })

  it('[N-04] receives a link for taking it when its owner tries to sign up while another account has it unverified', async () => {
    const address = strangersAddress()
    const attacker = await signUp()
    await move(attacker, address)
    await takeEmailsTo(address)
    const owner = api.visitor()
    expect(refusal(await register(owner, address))).toEqual(taken)
    const { token, text = '' } = await mailServer.mailTo(address, claimSubject)
    expect(text).not.toContain(attacker.name)
    expect(text).not.toContain(owner.name)
    expect((await check(owner, token)).body.leadsTo).toBe('take')
    expect((await register(owner, address, token)).body.emailStatus).toBe('verified')
    expect(refusal(await register(api.visitor(), address, token))).toEqual(invalidLink)
  })

  it('[N-04] is given to the signed-in account that requested and verifies it, and the link gives it to no other account', async () => {
    const address = strangersAddress()
    const attacker = await signUp()
    await move(attacker, address)
    await takeEmailsTo(address)
    const owner = await signUp()
    expect(refusal(await move(owner, address))).toEqual(taken)
    const { token } = await mailServer.mailTo(address, claimSubject)
    // A stranger's link does not move an account to the stranger's address.
    const other = await signUp()
    expect((await check(other, token)).body.leadsTo).toBe('take')
    expect(refusal(await move(other, address, token))).toEqual(invalidLink)
    expect((await check(owner, token)).body.leadsTo).toBe('move')
    expect((await move(owner, address, token)).body).toMatchObject({ email: address, emailStatus: 'verified' })
    expect(await statusOf(attacker)).toBe('missing')
  })

  it('[N-04] returns its account to the last verified address when its owner takes it', async () => {
    const address = strangersAddress()
    const attacker = await signUpVerified()
    await move(attacker, address)
    const { token } = await mailServer.mailTo(address)
    expect((await register(api.visitor(), address, token)).status).toBe(200)
    expect(await attacker.call('user')).toMatchObject({ email: attacker.email, emailStatus: 'verified' })
  })

  it('[N-04] is given to only one account when twenty sign-ups use one token at once', async () => {
    const address = strangersAddress()
    await move(await signUp(), address)
    const { token } = await mailServer.mailTo(address)
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(api.visitor(), address, token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  it('[N-04] gets three emails however many users request one at once', async () => {
    const address = strangersAddress()
    await move(await signUp(), address)
    await Promise.all(Array.from({ length: 10 }, () => register(api.visitor(), address)))
    expect(await takeEmailsTo(address)).toHaveLength(3)
  })

  it('[N-04] gets at most twelve password links a day while it is unverified, without a name in them', async () => {
    const attacker = await signUp()
    const address = strangersAddress()
    await move(attacker, address)
    await takeEmailsTo(address)
    // The limit of three an hour is bypassed, because this test checks the limit per day.
    for (let count = 1; count <= 14; count++) {
      await api.store.recovery.requestReset(address, 'en')
      await untilAllSent()
    }
    const emails = await takeEmailsTo(address)
    expect(emails).toHaveLength(12)
    for (const { text = '', raw } of emails) {
      expect(text.startsWith('Hello,\n')).toBe(true)
      expect(raw).not.toContain(attacker.name)
    }
    // The newest link that was sent works: later requests, for which no email was sent, have not voided it.
    const { token = '' } = emails[11] ?? {}
    const done = await api
      .visitor()
      .request('resetPassword', { body: { token, newPassword: 'a bell at closing time' } })
    expect(done.status).toBe(200)
    // The notice of the changed password.
    expect(await takeEmailsTo(address)).toHaveLength(1)
  })

  it('is verified by a password link that it received, which gives its account to the recipient', async () => {
    const attacker = await signUp()
    const address = strangersAddress()
    await move(attacker, address)
    await takeEmailsTo(address)
    await api.store.recovery.requestReset(address, 'en')
    const { token } = await mailServer.mailTo(address)
    const owner = api.visitor()
    const newPassword = 'a bell at closing time'
    await owner.call('resetPassword', { body: { token, newPassword } })
    expect((await attacker.request('user')).status).toBe(401)
    const login = await owner.request('login', { body: { username: address, password: newPassword } })
    expect(login.body.emailStatus).toBe('verified')
  })
})

describe('An address that its account gives up', () => {
  const restoreAddress = (token: string) => api.visitor().request('restoreAccount', { body: { token } })

  it('[N-04] is not given to a sign-up at the moment of the change', async () => {
    const owner = await signUpVerified()
    const { moved, result } = await beforeMoveCommits(owner, strangersAddress(), async () => {
      const signedUp = register(api.visitor(), owner.email)
      await untilBlocked(2)
      return { signedUp }
    })
    expect((await moved).status).toBe(200)
    expect(refusal(await result.signedUp)).toEqual(taken)
  })

  it('[N-04] is not given to an account that changes to it at the moment of the change', async () => {
    const owner = await signUpVerified()
    const other = await signUp()
    const { moved, result } = await beforeMoveCommits(owner, strangersAddress(), async () => {
      const movedThere = move(other, owner.email)
      await untilBlocked(2)
      return { movedThere }
    })
    expect((await moved).status).toBe(200)
    expect(refusal(await result.movedThere)).toEqual(taken)
  })

  it('[N-04] can be taken back from an account that has not verified it, but not from one that has', async () => {
    const [owner, holder] = [await signUpVerified(), await signUpVerified()]
    await move(owner, strangersAddress())
    const { token } = await mailServer.mailTo(owner.email)
    await api.sql`update users set email = ${owner.email} where email = ${holder.email}`
    expect((await restoreAddress(token)).status).toBe(200)
    expect(await holder.call('user')).toMatchObject({ email: holder.email, emailStatus: 'verified' })
    const back = await owner.signIn()
    expect(back.body).toMatchObject({ email: owner.email, emailStatus: 'verified' })

    await move(owner, strangersAddress())
    const again = await mailServer.mailTo(owner.email)
    await api.sql`update users set email = ${owner.email}, verified_email = ${owner.email} where email = ${holder.email}`
    expect(refusal(await restoreAddress(again.token))).toEqual(taken)
  })
})

describe('An unverified address', () => {
  it('[N-04] gets no email about changes, and is not reserved for the account that gives it up', async () => {
    const visitor = await signUp()
    await takeEmailsTo(visitor.email)
    await move(visitor, `new-${visitor.email}`)
    const body = { currentPassword: visitor.password, newPassword: 'a bell at closing time' }
    await visitor.call('changePassword', { body })
    expect(await takeEmailsTo(visitor.email)).toEqual([])
    expect((await takeEmailsTo(`new-${visitor.email}`)).map(({ subject }) => subject)).toEqual([confirmSubject])
    expect((await register(api.visitor(), visitor.email)).status).toBe(200)
  })

  it('[N-04] gets no email about failed logins', async () => {
    const visitor = await signUp()
    await takeEmailsTo(visitor.email)
    for (let failed = 1; failed <= 31; failed++) {
      const headers = { 'x-forwarded-for': `203.0.${failed}.7` }
      visitor.device = undefined
      expect((await visitor.signIn({ password: 'wrong', headers })).status).toBe(401)
    }
    expect(await takeEmailsTo(visitor.email)).toEqual([])
  })

  it('can be restored later by an account that once verified it, without another email', async () => {
    const visitor = await signUpVerified()
    await move(visitor, `away-${visitor.email}`)
    expect(await statusOf(visitor)).toBe('unverified')
    await takeEmailsTo(visitor.email)
    expect((await move(visitor, visitor.email)).body.emailStatus).toBe('verified')
    expect((await takeEmailsTo(visitor.email)).map(({ subject }) => subject)).toEqual([])
  })
})

describe('An email verification link', () => {
  it('changes nothing when its page is fetched or its token is checked, works once, and then reports its address as verified', async () => {
    const visitor = await signUp()
    expect(await statusOf(visitor)).toBe('unverified')
    const { token, text } = await mailServer.mailTo(visitor.email)
    expect(text).toContain(`https://rollcall.example/verify-email?token=${token}`)
    expect((await visitor.fetch(`/verify-email?token=${token}`)).status).toBeLessThan(500)
    const elsewhere = api.visitor()
    for (let checks = 1; checks <= 2; checks++)
      expect((await check(elsewhere, token)).body).toEqual({ success: true, email: visitor.email, leadsTo: 'verify' })
    expect(await statusOf(visitor)).toBe('unverified')
    expect((await verify(elsewhere, token)).body.message).toBe('Your email address is confirmed.')
    expect(await statusOf(visitor)).toBe('verified')
    expect(refusal(await verify(elsewhere, token))).toEqual(invalidLink)
    expect((await check(elsewhere, token)).body.leadsTo).toBe('verified')
  })

  it('is stored as a hash, and works once when it is opened twenty times at once', async () => {
    const visitor = await signUp()
    const { token } = await mailServer.mailTo(visitor.email)
    const stored = JSON.stringify(await api.sql`select * from email_links`)
    expect(stored).not.toContain(token)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(api.visitor(), token)))
    // A token can be tried ten times an hour; further tries are refused.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  })

  it.each([
    [71, 200],
    [73, 400],
  ])('is valid for three days: after %i hours it answers %i', async (hours, status) => {
    const visitor = await signUp()
    const { token } = await mailServer.mailTo(visitor.email)
    await api.sql`update email_links set expires_at = expires_at - make_interval(hours => ${hours})`
    expect((await verify(visitor, token)).status).toBe(status)
  })

  it('is void after its account has changed its address', async () => {
    const visitor = await signUp()
    const { token } = await mailServer.mailTo(visitor.email)
    await move(visitor, `new-${visitor.email}`)
    expect(refusal(await verify(visitor, token))).toEqual(invalidLink)
    expect(await statusOf(visitor)).toBe('unverified')
  })

  it('[N-04] is refused to a signed-in account that does not have its address, and stays valid for the account that has it', async () => {
    const other = await signUp()
    const visitor = await signUp()
    const { token } = await mailServer.mailTo(visitor.email)
    expect((await check(other, token)).body.leadsTo).toBe('take')
    expect(refusal(await verify(other, token))).toEqual(invalidLink)
    expect(await statusOf(visitor)).toBe('unverified')
    expect((await check(visitor, token)).body.leadsTo).toBe('verify')
    expect((await verify(visitor, token)).status).toBe(200)
    expect((await check(other, token)).body.leadsTo).toBe('verified')
  })

  it('does not take an address from an account that has verified it', async () => {
    const address = strangersAddress()
    const first = await signUp()
    await move(first, address)
    const { token } = await mailServer.mailTo(address)
    expect(refusal(await register(api.visitor(), address))).toEqual(taken)
    const claim = await mailServer.mailTo(address)
    await verify(first, token)
    expect(refusal(await register(api.visitor(), address, claim.token))).toEqual(taken)
    expect(refusal(await check(api.visitor(), claim.token))).toEqual(invalidLink)
    // And no other link is sent.
    expect(refusal(await register(api.visitor(), address))).toEqual(taken)
    expect(await takeEmailsTo(address)).toEqual([])
  })

  it('verifies only its own address', async () => {
    const victim = await signUp()
    const thief = await signUp()
    const { token } = await mailServer.mailTo(thief.email)
    expect(refusal(await register(api.visitor(), victim.email, token))).toEqual(invalidLink)
    expect(refusal(await move(thief, victim.email, token))).toEqual(invalidLink)
    expect((await victim.call('user')).email).toBe(victim.email)
  })

  it('cannot be forged', async () => {
    for (const token of ['', 'x', 'x'.repeat(43), "' or 1=1 --"]) {
      expect(refusal(await check(api.visitor(), token))).toEqual(invalidLink)
      expect(refusal(await verify(api.visitor(), token))).toEqual(invalidLink)
      expect(refusal(await register(api.visitor(), strangersAddress(), token))).toEqual(invalidLink)
    }
  })

  it('is sent again on request, three times a day in all, and not for a verified address', async () => {
    const visitor = await signUp()
    const messages = []
    for (let count = 1; count <= 2; count++) messages.push((await visitor.call('sendEmailLink')).message)
    expect(messages).toEqual(Array(2).fill('A link is on its way. Please check your email.'))
    const refused = await visitor.request('sendEmailLink')
    expect(refusal(refused)).toEqual([
      429,
      'too-many',
      'This address got three such emails today. Please look for them, or try again tomorrow.',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600)
    const [first] = await takeEmailsTo(visitor.email)
    await verify(visitor, first?.token ?? '')
    expect((await visitor.call('sendEmailLink')).message).toBe('Your email address is confirmed.')
  })
})

describe('An account', () => {
  it('[N-04] can change its address three times a day, and is refused a fourth change', async () => {
    const visitor = await signUp()
    for (let change = 1; change <= 3; change++)
      expect((await move(visitor, `n${change}-${visitor.email}`)).status).toBe(200)
    const refused = await move(visitor, `n4-${visitor.email}`)
    expect(refusal(refused)).toEqual([
      429,
      'too-many',
      'You can change your email address three times a day. Please try again tomorrow.',
    ])
    // The name can still be changed.
    const body = { username: `Other ${visitor.name}`, email: `n3-${visitor.email}` }
    expect((await visitor.request('updateProfile', { body })).status).toBe(200)
  })

  it('[N-04] takes an address that it verifies even when it has used up its changes of the day', async () => {
    const address = strangersAddress()
    await move(await signUp(), address)
    await takeEmailsTo(address)
    const owner = await signUp()
    expect(refusal(await move(owner, address))).toEqual(taken)
    const { token } = await mailServer.mailTo(address, claimSubject)
    for (let change = 1; change <= 2; change++) await move(owner, `n${change}-${owner.email}`)
    expect((await move(owner, `n3-${owner.email}`)).status).toBe(429)
    expect((await move(owner, address, token)).body).toMatchObject({ email: address, emailStatus: 'verified' })
  })

  it('cannot be given an address that cannot receive email', async () => {
    const address = 'released-1@rollcall.invalid'
    const sentence = 'Please enter a valid email'
    expect((await register(api.visitor(), address)).error.error).toBe(sentence)
    expect((await move(await signUp(), address)).error.error).toBe(sentence)
  })

  it('of the operator or the demo is verified from the start', async () => {
    const administrator = { email: 'chief@elsewhere.example', password: 'the chief of all mats' }
    await seedAdministrator(api.store, administrator)
    const coach = { username: 'Coach of all', email: 'coach@elsewhere.example', password: 'a whistle at dawn' }
    await seedUser(api.store, coach)
    for (const { email, password } of [administrator, coach]) {
      const { body } = await api.visitor().request('login', { body: { username: email, password } })
      expect(body.emailStatus).toBe('verified')
      expect(await takeEmailsTo(email)).toEqual([])
    }
  })

  it('has an address that cannot be verified if there is no mail server', async () => {
    await using real = await startApi({ sourceUrl: 'https://source.example', databaseUrl: api.databaseUrl })
    const visitor = await real.visitor().signUp()
    expect((await visitor.call('user')).emailStatus).toBe('unverifiable')
    expect((await visitor.call('authCheck')).user?.emailStatus).toBe('unverifiable')
  })

  it('[E-03] is refused in the same words for an address that is verified, unverified or reserved for its former owner', async () => {
    const [verified, unverified, moved] = [await signUpVerified(), await signUp(), await signUpVerified()]
    await move(moved, `away-${moved.email}`)
    const shape = async ({ email }: Visitor) => {
      const { status, text, headers } = await register(api.visitor(), email)
      const { date: _, 'x-request-id': __, ...rest } = Object.fromEntries(headers)
      return { status, text, rest }
    }
    const answers = [await shape(verified), await shape(unverified), await shape(moved)]
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })
})

describe('A password link', () => {
  it('[N-04] is not emailed to an address that its account gives up at that moment', async () => {
    const visitor = await signUp()
    await takeEmailsTo(visitor.email)
    const address = strangersAddress()
    const { moved } = await beforeMoveCommits(visitor, address, async () => {
      await api.store.recovery.requestReset(visitor.email, 'en')
      await untilBlocked(2)
    })
    expect((await moved).status).toBe(200)
    expect(await takeEmailsTo(visitor.email)).toEqual([])
    expect(await statusOf(visitor)).toBe('unverified')
  })

  it('can be checked before a password is typed, and the check does not use it up', async () => {
    const visitor = await signUp()
    await visitor.call('forgotPassword', { body: { email: visitor.email } })
    const { token } = await mailServer.mailTo(visitor.email, 'Set a new password for RollCall')
    const check = () => api.visitor().request('checkReset', { body: { token } })
    expect((await check()).body).toEqual({ success: true })
    expect((await check()).status).toBe(200)
    await api.visitor().call('resetPassword', { body: { token, newPassword: 'a bell at closing time' } })
    const gone = [400, 'invalid-token', 'This reset link is invalid or has expired.']
    expect(refusal(await check())).toEqual(gone)
    expect(refusal(await api.visitor().request('checkReset', { body: { token: 'x'.repeat(43) } }))).toEqual(gone)
  })

  it('is reported as expired after half an hour, before a password is typed', async () => {
    const visitor = await signUp()
    await visitor.call('forgotPassword', { body: { email: visitor.email } })
    const { token } = await mailServer.mailTo(visitor.email, 'Set a new password for RollCall')
    const check = () => api.visitor().request('checkReset', { body: { token } })
    const ageToken = (minutes: number) => api.sql`
      update password_reset_tokens set expires_at = expires_at - make_interval(mins => ${minutes})
      where user_id = (select id from users where email = ${visitor.email})`
    await ageToken(29)
    expect((await check()).status).toBe(200)
    await ageToken(2)
    expect(refusal(await check())).toEqual([400, 'invalid-token', 'This reset link is invalid or has expired.'])
  })

  it('[B-01] can be checked thirty times an hour', async () => {
    const token = 'z'.repeat(43)
    const answers = []
    for (let count = 1; count <= 31; count++)
      answers.push((await api.visitor().request('checkReset', { body: { token } })).status)
    expect(answers).toEqual([...Array<number>(30).fill(400), 429])
  })
})
