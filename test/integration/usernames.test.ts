// Usernames that could be confused with another user's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const words = 'Use letters of one alphabet in each word, and one blank between two words.'
const characters = 'Use 1 to 40 letters, digits, blanks, dots, dashes or underscores.'
const similar = 'This username looks like one that is taken.'
const taken = 'This username is taken.'

const signUpAs = (username: string, visitor = api.visitor()) =>
  visitor.request('register', { body: { username, email: visitor.email, password: visitor.password } })
const renameTo = (visitor: Visitor, username: string) =>
  visitor.request('updateProfile', { body: { username, email: visitor.email } })
/** A user whose name was chosen before the current rule. */
async function userNamed(username: string): Promise<Visitor> {
  const visitor = await api.visitor().signUp()
  await api.sql`update users set username = ${username}, username_skeleton = null where email = ${visitor.email}`
  await visitor.signIn()
  return visitor
}

describe('A new username', () => {
  it.each([
    ['letters of two alphabets in a word', 'Cоаch', words],
    ['two blanks', 'Ana  Souza', words],
    ['five words of digits before one of two alphabets', '1 1 1 1 1 aа', words],
    ['a bare combining mark', '\u0301Ana', words],
    ['a combining mark on a dot', 'Ana.\u0301', words],
    ['an invisible mark', 'Ana\u034f', words],
    ['letters of a script that is no longer in use', '𐌰𐌽𐌰', words],
    ['a line break', 'Ana\nSouza', characters],
    ['a direction mark', 'Ana\u202eazuoS', characters],
    ['an at sign', 'ana@example.org', characters],
    ['41 letters', 'x'.repeat(41), characters],
  ])('[N-10] is refused with %s, at sign-up and in the profile', async (_, username, sentence) => {
    const visitor = await api.visitor().signUp()
    for (const { status, error } of [await signUpAs(username), await renameTo(visitor, username)])
      expect([status, error.code, error.error]).toEqual([400, 'invalid-input', sentence])
  })

  it.each(['Júlia Petrović', 'Юлия Петрова', '山田ゆうき', '김민준', 'अनीता शर्मा', 'Иван Smith 2'])(
    '[N-10] is accepted in any alphabet that is in use: %s',
    async (username) => expect((await signUpAs(username)).body.username).toBe(username),
  )

  it('[N-10] is stored in one normal form', async () => {
    expect((await signUpAs('  Ｃａｒｌａ Nun\u0303ez ')).body.username).toBe('Carla Nuñez')
  })

  it('[N-10] is refused when it looks like another’s in the letters of another alphabet', async () => {
    expect((await signUpAs('Coach Ivo')).status).toBe(200)
    for (const username of ['Соасһ Ivo', 'COACH lvo', 'C0ach 1vo', 'Соасһ lvo']) {
      const visitor = await api.visitor().signUp()
      for (const { status, error } of [await signUpAs(username), await renameTo(visitor, username)])
        expect([username, status, error.code, error.error]).toEqual([username, 400, 'invalid-input', similar])
    }
    const same = await signUpAs('coach ivo')
    expect([same.status, same.error.error]).toEqual([409, taken])
    expect((await signUpAs('Coach Iva')).status).toBe(200)
  })

  it.each([
    ['a second dot', 'Mari\u0307a Exemplo'],
    ['a dot at its end', 'Maria Exemplo.'],
    ['another sign between its words', 'Maria_Exemplo'],
    ['a missing blank', 'MariaExemplo'],
  ])('[N-10] is refused when it differs from another’s only by %s', async (_, username) => {
    await signUpAs('Maria Exemplo')
    const { status, error } = await signUpAs(username)
    expect([status, error.error]).toEqual([400, similar])
  })

  it.each(['Administrator', 'ADMIN', 'Adm1n', 'Adrnin', 'SUPPORT', 'He1p', 'R0llCall', 'RollCall News', 'Moderat0r'])(
    '[N-15] is refused when it looks official, at sign-up and in the profile: %s',
    async (username) => {
      const visitor = await api.visitor().signUp()
      for (const { status, error } of [await signUpAs(username), await renameTo(visitor, username)])
        expect([status, error.code, error.error]).toEqual([
          400,
          'invalid-input',
          'This username looks official. Please choose another.',
        ])
    },
  )

  it('[N-10] is given to only one of several users who choose look-alikes at once', async () => {
    const answers = await Promise.all(
      ['Soco Coco', 'Ѕосо Coco', 'S0co Coco', 'Soco C0c0'].map((name) => signUpAs(name)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400])
  })

  it('[N-10] is available again when its user has changed it', async () => {
    const first = await api.visitor().signUp()
    expect((await renameTo(first, 'Otto Oak')).status).toBe(200)
    expect((await signUpAs('0tto Oak')).status).toBe(400)
    expect((await renameTo(first, 'Otto Elm')).status).toBe(200)
    expect((await signUpAs('0tto Oak')).status).toBe(200)
  })
})

describe('A username from before the rule', () => {
  it.each(['Cоach  of old', 'Ａｎａ', '\u0301', '___'])(
    '[N-10] stays when its user saves the profile: %j',
    async (username) => {
      const visitor = await userNamed(username)
      const saved = await visitor.call('updateProfile', { body: { username, email: `new-${visitor.email}` } })
      expect([saved.username, saved.email]).toEqual([username, `new-${visitor.email}`])
      const { status, error } = await renameTo(visitor, `${username}\u0301.\u0301`)
      expect([status, error.error]).toEqual([400, words])
    },
  )

  it('[N-15] stays when it looks official, and its user signs in and saves the profile', async () => {
    const visitor = await userNamed('Support')
    const saved = await visitor.call('updateProfile', { body: { username: 'Support', email: `new-${visitor.email}` } })
    expect(saved.username).toBe('Support')
  })

  it('[N-10] stays when two look alike, and a third look-alike is refused', async () => {
    const [older, younger] = [await userNamed('Salto Alto'), await userNamed('Saltо Аlto')]
    await using next = await startApi({ databaseUrl: api.databaseUrl })
    const skeletons = await api.sql<{ username_skeleton: string | null }[]>`
      select username_skeleton from users where email = any(${[older.email, younger.email]}) order by id`
    expect(skeletons.map((row) => row.username_skeleton)).toEqual(['saltoalto', null])
    expect((await renameTo(younger, 'Saltо Аlto')).status).toBe(200)
    const visitor = next.visitor()
    const third = await visitor.request('register', {
      body: { username: 'Salt0 Alto', email: visitor.email, password: visitor.password },
    })
    expect([third.status, third.error.error]).toEqual([400, similar])
  })

  it('[N-10] is compared by its current skeleton after the next start, even if an older version changed the name', async () => {
    const renamed = await api.visitor().signUp()
    const other = await api.visitor().signUp()
    expect((await renameTo(renamed, 'Kit Kilo')).status).toBe(200)
    await api.sql`update users set username = 'Luz Lima' where email = ${renamed.email}`
    await api.sql`update users set username = 'Kit Kilo', username_skeleton = 'kit kilo' where email = ${other.email}`
    await using next = await startApi({ databaseUrl: api.databaseUrl })
    const skeletons = await api.sql<{ username_skeleton: string | null }[]>`
      select username_skeleton from users where email = any(${[renamed.email, other.email]}) order by id`
    expect(skeletons.map((row) => row.username_skeleton)).toEqual(['luzlima', 'kitkilo'])
    for (const username of ['1uz Lima', 'Kit.Kilo']) {
      const { status, error } = await signUpAs(username, next.visitor())
      expect([status, error.error]).toEqual([400, similar])
    }
  })
})
