import { hash } from 'node:crypto'

/** A short text that stands for a long one: 132 bits of its SHA-256 as 22 letters of base64url. */
export const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, 22)
