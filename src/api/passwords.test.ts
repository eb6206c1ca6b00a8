import { hash } from '@node-rs/argon2'
import { expect, it } from 'vitest'
import { CodedError } from '#contract/errors.ts'
import { clientAddress } from '#platform/client-address.ts'
import { createPasswords, hashPassword } from './passwords.ts'

const passwords = createPasswords({ refuseCommon: true })
const ip = clientAddress('192.0.2.7')

it('[P-01] Passwords are stored as argon2id with 19 MiB and two passes', async () => {
  expect(await hashPassword('four green belts')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('[P-03] Passwords that differ after 72 characters or in blanks are different', async () => {
  const stored = await hashPassword(`${'a'.repeat(72)}b `)
  expect(await passwords.matches(`${'a'.repeat(72)}b `, stored, ip)).toBe(true)
  expect(await passwords.matches(`${'a'.repeat(72)}c `, stored, ip)).toBe(false)
  expect(await passwords.matches(`${'a'.repeat(72)}b`, stored, ip)).toBe(false)
})

it.each([
  ['Caf\u00e9 com p\u00e3o 77', 'Cafe\u0301 com pa\u0303o 77'],
  ['Cafe\u0301 com pa\u0303o 77', 'Caf\u00e9 com p\u00e3o 77'],
  ['\u1ec7t th\u00ed sinh 1', 'e\u0323\u0302t thi\u0301 sinh 1'],
  ['\u1112\u1161\u11ab\u1100\u116e\u11a8 judo', '\ud55c\uad6d judo'],
  ['\u304b\u3099\u3093\u3070\u308b 2026', '\u304c\u3093\u3070\u308b \uff12\uff10\uff12\uff16'],
  ['four green\u00a0belts', 'four green belts'],
])('[P-03] A password set as %j is the same as %j', async (set, typed) => {
  expect(await passwords.matches(typed, await hashPassword(set), ip)).toBe(true)
})

it.each(['Caf\u00e9 com p\u00e3o', 'Cafe\u0301 com pa\u0303o', '\uff12\uff10\uff12\uff16 \u304b\u3099\u3093'])(
  '[P-03] A password that an earlier version stored as it was typed, %j, still matches',
  async (typed) => {
    const stored = await hash(typed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(await passwords.matches(typed, stored, ip)).toBe(true)
    expect(await passwords.matches(`${typed}x`, stored, ip)).toBe(false)
  },
)

it('[E-02] No password matches an unknown account', async () => {
  for (const password of ['', 'four green belts']) expect(await passwords.matches(password, undefined, ip)).toBe(false)
})

it.each([
  'password1',
  'PASSWORD1',
  'rollcall-admin',
  'Rollcall-Demo1',
  'rollcall123',
  'RollCall-2026!',
  'marina',
  'marina.serra',
  '123456',
])('[P-04] The password %s is refused', (password) => {
  expect(passwords.isCommon(password, ['marina.serra', 'Marina'])).toBe(true)
})

it.each([
  '        ',
  '\u00a0\u2003\u3000\t \u200b ',
  'aaaaaaaa',
  'ÄÄÄÄÄÄÄÄ',
  '........',
  '１２３４５６７８',
  '12345678901234567890',
  '87654321',
  'abcdefgh',
  'zyxwvuts',
  'абвгдежз',
  'qwertyuiop[]',
  'Qwertz123',
  'asdfghjkl;',
  'poiuytrewq',
  '1qaz2wsx3edc',
  'zaq12wsx',
  '!@#$%^&*',
  'йцукенгш',
  'abababab',
  'abcabcabcabc',
  '20202020202020',
  'aaaabbbb',
  'aaaa1111',
  '1234abcd',
  'p a s s w o r d',
  '  password1  ',
  'ha ha ha ha ha ha',
])('[P-04] The password %j is refused for its pattern or as a common one, whoever the user is', (password) => {
  expect(passwords.isCommon(password, [])).toBe(true)
})

it.each([
  'mat seven at noon',
  'rollcall of heavy kettles',
  'xK2#vv9q',
  'ção 柔術 ção 柔術 ß',
  'correct horse battery staple',
  'the referee reads 12345678 aloud',
  'eight 88',
  'desert pool water',
  'four green belts',
  'aaaa we won the open class',
  '柔術大会二〇二六',
  'Tr0ub4dor&3',
  'kV7r qLw2',
  'a whistle at dawn',
])('[P-04] The password %s is accepted', (password) => {
  expect(passwords.isCommon(password, ['marina.serra', 'Marina'])).toBe(false)
})

it('[P-04] The demo accepts a common password', () => {
  expect(createPasswords({ refuseCommon: false }).isCommon('password1', [])).toBe(false)
})

it('[P-01] At most 204 passwords are hashed or wait at the same time; the others are refused as busy', async () => {
  const owners = [
    ...Array.from({ length: 160 }, (_, at) => ({ kind: 'sign-up' as const, ip: clientAddress(`192.0.2.${at}`) })),
    ...Array.from({ length: 60 }, (_, at) => ({ kind: 'sign-in' as const, ip: clientAddress(`192.0.2.${at}`) })),
  ]
  const attempts = owners.map((owner) =>
    passwords.hash('x', owner).then(
      () => 'done',
      (refusal: unknown) => refusal,
    ),
  )
  const refused = (await Promise.all(attempts)).filter((result) => result !== 'done')
  expect(refused).toHaveLength(owners.length - 204)
  for (const refusal of refused) expect(refusal).toMatchObject({ code: 'busy', retryAfter: 5 })
  expect(refused[0]).toBeInstanceOf(CodedError)
}, 120_000)
