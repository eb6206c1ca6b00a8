// Tokens of sessions and emailed links: 256 random bits, stored as SHA-256, so that a stolen table is useless
// (quality/security.md S-01, T-02).
import { hash, randomBytes } from 'node:crypto'

/** A new token: 43 base64url characters. */
export const newToken = (): string => randomBytes(32).toString('base64url')
/** True for a text of the form of a token. */
export const isToken = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
/** The SHA-256 of a token or of another secret text, as bytes. */
export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
/** `hashOf` in hex, as stored in the tables of emailed links. */
export const tokenHash = (token: string): string => hash('sha256', token, 'hex')
