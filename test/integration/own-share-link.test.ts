// The owner's share link on all devices of the owner (decision 025); no other user gets it.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedAdministrator } from '#api'
import { type ApiUnderTest, startApi } from '#support/server.ts'
import type { Visitor } from '#support/visitor.ts'

let api: ApiUnderTest
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const linkIdIn = (shareUrl: string): string => shareUrl.slice(shareUrl.lastIndexOf('/') + 1)

/** Signs the same user in with another browser. */
async function otherDevice(owner: Visitor, on = api): Promise<Visitor> {
  const device = on.visitor()
  await device.call('login', { body: { username: owner.email, password: owner.password } })
  return device
}

const userIdOf = async (owner: Visitor): Promise<number> => (await owner.call('user')).id

describe('The owner of a share link', () => {
  it('gets its address, title and expiry on every device, even after a logout [D39]', async () => {
    const owner = await api.visitor().signUp()
    const made = await owner.call('share', { body: { title: 'Camp' } })
    const expected = { shareUrl: made.shareUrl, title: 'Camp', expiresAt: made.expiresAt }
    expect((await owner.call('ownShare')).link).toMatchObject(expected)
    const laptop = await otherDevice(owner)
    expect((await laptop.call('ownShare')).link).toMatchObject(expected)
    await owner.call('logout')
    await owner.signIn()
    expect((await owner.call('ownShare')).link).toMatchObject(expected)
  })

  it('can delete on one device the link that was made on another, which then has none', async () => {
    const owner = await api.visitor().signUp()
    await owner.call('share', { body: {} })
    const laptop = await otherDevice(owner)
    const linkId = linkIdIn((await laptop.call('ownShare')).link?.shareUrl ?? '')
    await laptop.call('deleteShare', { linkId })
    expect((await owner.call('ownShare')).link).toBeNull()
    expect((await api.visitor().request('sharedRollCall', { linkId })).status).toBe(404)
  })

  it('gets the new address on every device after a renewal on one', async () => {
    const owner = await api.visitor().signUp()
    await owner.call('share', { body: {} })
    const laptop = await otherDevice(owner)
    const renewed = await laptop.call('share', { body: {} })
    expect((await owner.call('ownShare')).link?.shareUrl).toBe(renewed.shareUrl)
  })

  it('gets its address from every process with the same key', async () => {
    const secretKey = randomBytes(32)
    await using one = await startApi({ secretKey })
    await using other = await startApi({ databaseUrl: one.databaseUrl, secretKey })
    const owner = await one.visitor().signUp()
    const { shareUrl } = await owner.call('share', { body: {} })
    const laptop = await otherDevice(owner, other)
    expect(linkIdIn((await laptop.call('ownShare')).link?.shareUrl ?? '')).toBe(linkIdIn(shareUrl))
  })

  it('is informed of a link that was encrypted with another key, and can renew or delete it', async () => {
    await using other = await startApi({ databaseUrl: api.databaseUrl, secretKey: randomBytes(32) })
    const owner = await api.visitor().signUp()
    const made = await owner.call('share', { body: { title: 'Camp' } })
    const laptop = await otherDevice(owner, other)
    expect((await laptop.call('ownShare')).link).toMatchObject({
      shareUrl: null,
      title: 'Camp',
      expiresAt: made.expiresAt,
    })
    expect(other.logged()).toContain('another SECRET_KEY')

    const renewed = await laptop.call('share', { body: {} })
    expect((await laptop.call('ownShare')).link).toMatchObject({ shareUrl: renewed.shareUrl, title: 'Camp' })
    expect((await api.visitor().request('sharedRollCall', { linkId: linkIdIn(made.shareUrl) })).status).toBe(404)

    expect((await owner.call('ownShare')).link?.shareUrl).toBeNull()
    await owner.call('deleteOwnShare')
    expect((await laptop.call('ownShare')).link).toBeNull()
    expect((await api.visitor().request('sharedRollCall', { linkId: linkIdIn(renewed.shareUrl) })).status).toBe(404)
  })

  it('is informed of a link from before links were encrypted', async () => {
    const owner = await api.visitor().signUp()
    await owner.call('share', { body: {} })
    await api.sql`update shareable_links set encrypted_link_id = null where user_id = ${await userIdOf(owner)}`
    expect((await owner.call('ownShare')).link).toMatchObject({ shareUrl: null })
  })

  it('gets 404 when there is no link to delete', async () => {
    const owner = await api.visitor().signUp()
    expect((await owner.request('deleteOwnShare')).status).toBe(404)
  })
})

describe('A stored share link', () => {
  it('[W11] is in its table as a hash and encrypted, and not as plain text', async () => {
    const owner = await api.visitor().signUp()
    const linkId = linkIdIn((await owner.call('share', { body: {} })).shareUrl)
    const [row] = await api.sql`select * from shareable_links where user_id = ${await userIdOf(owner)}`
    expect(row?.['link_id']).toBe(createHash('sha256').update(linkId).digest('hex'))
    const encrypted = row?.['encrypted_link_id'] as Buffer
    expect(encrypted.length).toBeGreaterThan(linkId.length)
    const bytes = Buffer.from(linkId, 'base64url')
    for (const plain of [Buffer.from(linkId), bytes, Buffer.from(bytes.toString('hex'))])
      expect(encrypted.includes(plain)).toBe(false)
    // The text of the whole row, in the database's notation.
    const [printed] = await api.sql<{ text: string }[]>`
      select link::text as text from shareable_links link where user_id = ${await userIdOf(owner)}`
    for (const text of [linkId, Buffer.from(linkId).toString('hex'), bytes.toString('hex')])
      expect(printed?.text).not.toContain(text)
  })

  it('[L-06] is not shown to another user into whose row the encrypted link is copied', async () => {
    const owner = await api.visitor().signUp()
    const thief = await api.visitor().signUp()
    await owner.call('share', { body: {} })
    await thief.call('share', { body: {} })
    await api.sql`
      update shareable_links set encrypted_link_id =
        (select encrypted_link_id from shareable_links where user_id = ${await userIdOf(owner)})
      where user_id = ${await userIdOf(thief)}`
    expect((await thief.call('ownShare')).link?.shareUrl).toBeNull()
  })

  it('[L-06] [L-08] is shown to its owner only: not to others, to administrators or to a visitor of the link', async () => {
    await seedAdministrator(api.store, { email: 'chief@example.org', password: 'the chief of all mats' })
    const chief = api.visitor()
    await chief.call('login', { body: { username: 'chief@example.org', password: 'the chief of all mats' } })
    const owner = await api.visitor().signUp()
    const linkId = linkIdIn((await owner.call('share', { body: { title: 'Camp' } })).shareUrl)
    const [{ encrypted } = { encrypted: '' }] = await api.sql<{ encrypted: string }[]>`
      select encode(encrypted_link_id, 'hex') as encrypted from shareable_links where user_id = ${await userIdOf(owner)}`
    const other = await api.visitor().signUp()
    const answers = [
      await other.request('ownShare'),
      await api.visitor().request('ownShare'),
      await chief.request('ownShare'),
      await chief.request('adminLinks'),
      await chief.request('adminUsers'),
      await chief.request('adminDashboard'),
      await chief.request('adminAudit'),
      await api.visitor().request('sharedRollCall', { linkId }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 200, 200, 200, 200, 200, 200])
    expect(answers[3]?.text).toContain('Camp')
    for (const { text } of answers) for (const secret of [linkId, encrypted]) expect(text).not.toContain(secret)
    const refused = await other.request('deleteOwnShare')
    expect([refused.status, (await owner.call('ownShare')).link?.title]).toEqual([404, 'Camp'])
  })

  it('[L-05] [K-07] [G-02] is in no log, and neither is the key', async () => {
    const secretKey = randomBytes(32)
    await using own = await startApi({ secretKey })
    const owner = await own.visitor().signUp()
    const linkId = linkIdIn((await owner.call('share', { body: {} })).shareUrl)
    await owner.call('ownShare')
    await own.sql`update shareable_links set encrypted_link_id = encrypted_link_id || '\\x00'::bytea`
    await owner.call('ownShare')
    await owner.call('deleteOwnShare')
    expect(own.logged()).toContain('another SECRET_KEY')
    for (const secret of [linkId, secretKey.toString('hex'), secretKey.toString('base64url')])
      expect(own.logged()).not.toContain(secret)
  })
})

describe('The address of a share link without its identifier', () => {
  it.each(['/api/share/', '/api/share/?t=1'])(
    'is answered to everybody as an invalid share link at %s',
    async (path) => {
      const owner = await api.visitor().signUp()
      for (const visitor of [api.visitor(), owner]) {
        const answer = await visitor.fetch(path)
        const { error } = (await answer.json()) as { error: string }
        expect([answer.status, error]).toEqual([404, 'Invalid share link'])
      }
      expect((await owner.call('ownShare')).link).toBeNull()
    },
  )
})
