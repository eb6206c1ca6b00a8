// Encrypts stored texts with the installation's key: AES-256-GCM.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

export type Encryption = {
  /** `context` binds the text to its place; `decrypt` needs the same one. */
  encrypt(text: string, context: string): Buffer
  /** Null for a text that was encrypted with another key or context, or was modified. */
  decrypt(bytes: Uint8Array, context: string): string | null
}

/** Encrypts and decrypts with a key that is derived from the secret key for one purpose; other purposes have other keys. */
export function createEncryption(secretKey: Uint8Array, purpose: string): Encryption {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', `rollcall/${purpose}`, 32))
  return {
    encrypt(text, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(bytes, context) {
      if (bytes.length < nonceBytes + tagBytes) return null
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
      const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
