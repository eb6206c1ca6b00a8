import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'

const key = randomBytes(32)

describe('An encrypted text', () => {
  it('is decrypted with the same key, purpose and context, and differs each time', () => {
    const { encrypt, decrypt } = createEncryption(key, 'links')
    const [first, second] = [encrypt('secret', '7'), encrypt('secret', '7')]
    expect(first.equals(second)).toBe(false)
    expect([decrypt(first, '7'), decrypt(second, '7')]).toEqual(['secret', 'secret'])
  })

  it('is not decrypted with another key, purpose or context, after one bit has changed, or without its end', () => {
    const { encrypt, decrypt } = createEncryption(key, 'links')
    const bytes = encrypt('secret', '7')
    expect(createEncryption(randomBytes(32), 'links').decrypt(bytes, '7')).toBeNull()
    expect(createEncryption(key, 'other').decrypt(bytes, '7')).toBeNull()
    expect(decrypt(bytes, '8')).toBeNull()
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1
      expect(decrypt(changed, '7')).toBeNull()
    }
    for (const cut of [0, 1, 12, 27, bytes.length - 1]) expect(decrypt(bytes.subarray(0, cut), '7')).toBeNull()
  })
})
