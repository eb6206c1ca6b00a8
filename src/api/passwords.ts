// Passwords: argon2id with OWASP's figures, in turns, and which new ones are refused (quality/security.md P-01 to P-04).
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { ClientAddress } from '#platform/client-address.ts'
import { isPattern, repeatedPiece } from './password-patterns.ts'
import { createFairQueue, type TaskOwner } from './fair-queue.ts'

/** argon2id is the library's default algorithm; the memory is in KiB. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** P-01. A second and a half is what the callers of one network wait for one another at most. */
const bounds = { atOnce: 4, ofKindAtOnce: 3, mayWait: 200, ofKindMayWait: 150, ofNetworkMayWait: 100 }

export type Passwords = {
  /** @throws CodedError 'busy' when too many wait. */
  hash(password: string, owner: TaskOwner): Promise<string>
  /** Checks against a stored hash; with none (an unknown account) takes as long and says no (E-02). @throws as `hash` does. */
  matches(password: string, stored: string | undefined, ip: ClientAddress): Promise<boolean>
  /** As `isCommonPassword`, where such passwords are refused at all. */
  isCommon(password: string, words: readonly string[]): boolean
}

/** The hash to store, made at once: for accounts that the start makes. */
export const hashPassword = (password: string): Promise<string> => hash(password, options)

/** Whether a stored hash is this password's, checked at once: for what the start compares. */
export const isPasswordOf = (password: string, stored: string): Promise<boolean> =>
  // What is no hash is no password's.
  verify(stored, password).catch(() => false)

/** What the accounts of a demo are opened with: everybody can read them here, so nobody else may choose one. */
export const demoPasswords = { administrator: 'rollcall-admin', follower: 'rollcall-demo' } as const

const common = new Set(dictionary['passwords-common'])

/**
 * True for a password of the public lists, for a simple pattern, and for little more than the words around it: the product,
 * the demo's passwords, the user's names. Blanks make none of them better.
 */
export function isCommonPassword(password: string, words: readonly string[]): boolean {
  const plain = bare(password)
  if (isPattern(plain) || common.has(plain) || common.has(repeatedPiece(plain))) return true
  return ['rollcall', ...Object.values(demoPasswords), ...words].some((word) => isMostly(plain, bare(word)))
}

/** `refuseCommon`: the demo takes any password of the right length, so that a visitor can try one. */
export function createPasswords({ refuseCommon }: { refuseCommon: boolean }): Passwords {
  const enqueue = createFairQueue(bounds)
  const nobody = hash(randomBytes(16), options)
  return {
    hash: (password, owner) => enqueue(owner, () => hashPassword(password)),
    matches: (password, stored, ip) =>
      enqueue(
        { kind: 'sign-in', ip },
        async () => (await verify(stored ?? (await nobody), password)) && stored !== undefined,
      ),
    isCommon: (password, words) => refuseCommon && isCommonPassword(password, words),
  }
}

/** As guessers try it: in lower case, without blanks and what is invisible. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{White_Space}\p{C}]/gu, '')

/** Words of fewer letters are too ordinary to refuse a password for. */
const shortestWord = 4

/** Whether what the password adds to the word has fewer than four letters: 'rollcall123', 'rollcall2026!'. */
function isMostly(password: string, word: string): boolean {
  if (word.length < shortestWord) return password === word
  if (!password.includes(word)) return false
  return password.replaceAll(word, '').replace(/[^\p{L}]/gu, '').length < 4
}
