// Passwords: argon2id with OWASP's figures, and which new ones are refused (quality/security.md P-01 to P-04). A check
// takes some 20 ms of a processor on purpose, so only a few run at once and only so many wait.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { CodedError } from '#contract/errors.ts'

/** argon2id is the library's default algorithm; the memory is in KiB. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 4
const mayWait = 200

export type Passwords = {
  /** @throws CodedError 'busy' when too many wait. */
  hash(password: string): Promise<string>
  /** Checks against a stored hash; with none (an unknown account) takes as long and says no (E-02). */
  matches(password: string, stored: string | undefined): Promise<boolean>
  /** True for a password of the public lists, or little more than the words around it: the product, the user's names. */
  isCommon(password: string, words: readonly string[]): boolean
}

/** `refuseCommon`: the demo takes any password of the right length, so that a visitor can try one. */
export function createPasswords({ refuseCommon }: { refuseCommon: boolean }): Passwords {
  const common = new Set(refuseCommon ? dictionary['passwords-common'] : [])
  const turn = createTurns(atOnce, mayWait)
  const nobody = hash(randomBytes(16), options)
  return {
    hash: (password) => turn(() => hash(password, options)),
    matches: (password, stored) =>
      turn(async () => (await verify(stored ?? (await nobody), password)) && stored !== undefined),
    isCommon(password, words) {
      if (!refuseCommon) return false
      const plain = password.normalize('NFKC').toLowerCase()
      if (common.has(plain)) return true
      return ['rollcall', ...words].some((word) => isMostly(plain, word.normalize('NFKC').toLowerCase()))
    },
  }
}

/** Words of fewer letters are too ordinary to refuse a password for. */
const shortestWord = 4

/** Whether what the password adds to the word has fewer than four letters: 'rollcall123', 'rollcall2026!'. */
function isMostly(password: string, word: string): boolean {
  if (word.length < shortestWord) return password === word
  if (!password.includes(word)) return false
  return password.replaceAll(word, '').replace(/[^\p{L}]/gu, '').length < 4
}

/** Lets `limit` tasks run at once and `queue` wait in order. */
function createTurns(limit: number, queue: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running >= limit) {
      if (waiting.length >= queue) throw new CodedError('busy', undefined, 5)
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
