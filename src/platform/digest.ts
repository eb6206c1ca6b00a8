import { hash } from 'node:crypto'

/** A hash of the text: 132 bits of its SHA-256 as 22 characters of base64url. */
export const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)
