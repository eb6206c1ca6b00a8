// Hashes passwords with argon2id and OWASP's parameters, through a queue, and refuses common ones (quality/security.md P-01 to
// P-04).
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordForm, storedForms } from '#domain/password.ts'
import type { ClientAddress } from '#platform/client-address.ts'
import { isPattern, repeatedPiece } from './password-patterns.ts'
import { createFairQueue, type TaskOwner } from './fair-queue.ts'

/** argon2id is the library's default algorithm; the memory is in KiB. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** See P-01. With these bounds, callers from one network wait at most 1.5 s for each other. */
const bounds = { atOnce: 4, ofKindAtOnce: 3, mayWait: 200, ofKindMayWait: 150, ofNetworkMayWait: 100 }

export type Passwords = {
  /** @throws CodedError 'busy' when too many calls wait. */
  hash(password: string, owner: TaskOwner): Promise<string>
  /**
   * Compares with a stored hash. Without one (an unknown account, or one that was taken back) it takes the same time and returns
   * false (E-02). @throws like `hash`.
   */
  matches(password: string, stored: string | undefined, ip: ClientAddress): Promise<boolean>
  /** Like `isCommonPassword`; always false in the demo. */
  isCommon(password: string, words: readonly string[]): boolean
}

/** The hash to store, without the queue: for accounts created at the start of the process. */
export const hashPassword = (password: string): Promise<string> => hash(passwordForm(password), options)

/** Compares with a stored hash, without the queue: for checks at the start of the process. */
export const isPasswordOf = (password: string, stored: string): Promise<boolean> =>
  // `verify` throws if the stored text is not a hash.
  verifyForms(stored, password).catch(() => false)

/** The passwords of the demo's accounts. They are public, so other accounts may not use them. */
export const demoPasswords = { administrator: 'rollcall-admin', follower: 'rollcall-demo' } as const

const common = new Set(dictionary['passwords-common'])

/**
 * True for a password in the public lists, for a simple pattern, and for a password that adds little to one of these words: the
 * product's name, the demo's passwords, `words` (the user's names). Blanks are ignored.
 */
export function isCommonPassword(password: string, words: readonly string[]): boolean {
  const plain = normalise(password)
  if (isPattern(plain) || common.has(plain) || common.has(repeatedPiece(plain))) return true
  return ['rollcall', ...Object.values(demoPasswords), ...words].some((word) => isMostly(plain, normalise(word)))
}

/** `refuseCommon` is false in the demo, which accepts any password of the right length. */
export function createPasswords({ refuseCommon }: { refuseCommon: boolean }): Passwords {
  const enqueue = createFairQueue(bounds)
  const dummyHash = hash(randomBytes(16), options)
  return {
    hash: (password, owner) => enqueue(owner, () => hashPassword(password)),
    matches: (password, stored, ip) =>
      enqueue({ kind: 'sign-in', ip }, async () => {
        const hasHash = stored?.startsWith('$') ?? false
        return (await verifyForms(hasHash && stored ? stored : await dummyHash, password)) && hasHash
      }),
    isCommon: (password, words) => refuseCommon && isCommonPassword(password, words),
  }
}

/** Compares the forms one after the other, so that a call runs one verification at a time. */
async function verifyForms(stored: string, password: string): Promise<boolean> {
  for (const form of storedForms(password)) if (await verify(stored, form)) return true
  return false
}

/** The text in lower case, without blanks and invisible characters, as password crackers normalise it. */
const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{White_Space}\p{C}]/gu, '')

/** Shorter words are so frequent that only a password that equals one is refused. */
const minWordLength = 4

/** True if the password adds fewer than four letters to the word: 'rollcall123', 'rollcall2026!'. */
function isMostly(password: string, word: string): boolean {
  if (word.length < minWordLength) return password === word
  if (!password.includes(word)) return false
  return password.replaceAll(word, '').replace(/[^\p{L}]/gu, '').length < 4
}
