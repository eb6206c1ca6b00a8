// The secret key of an installation: SECRET_KEY, or a file in DATA_DIR that is created at the first start. It is stored outside
// the database, so that a stolen database does not reveal the encrypted texts in it.
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireDataDir } from './data-dir.ts'
import { errorCode, StartError } from './start-error.ts'

export const keyFileName = 'secret.key'
const keyBytes = 32

/** Decodes 32 bytes in base64url or hexadecimal; undefined for any other text. */
export function parseSecretKey(text: string): Buffer | undefined {
  if (/^[\w-]{43}=?$/.test(text)) return Buffer.from(text, 'base64url')
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined
}

/** A fingerprint of the key, to be stored in the database for comparison; it does not reveal the key. */
export const fingerprintOf = (secretKey: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'rollcall/fingerprint', 16)).toString('base64url')

/**
 * The configured key, or that of the key file, which is created if necessary.
 * @throws StartError if the file is damaged, or cannot be created or read.
 */
export function findOrCreateSecretKey({
  secretKey,
  dataDir,
}: {
  secretKey: Buffer | undefined
  dataDir: string
}): Buffer {
  if (secretKey) return secretKey
  const path = join(requireDataDir(dataDir, 'choose another DATA_DIR or set SECRET_KEY'), keyFileName)
  try {
    const key = readKeyFile(path) ?? makeKeyFile(path)
    if (key) return key
    throw new StartError(`The key file ${path} was removed while it was made: start again.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The key file ${path} cannot be used (${errorCode(error) ?? String(error)}): fix that or set SECRET_KEY.`,
    )
  }
}

function readKeyFile(path: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const key = parseSecretKey(text.trim())
  if (key) return key
  throw new StartError(`The key file ${path} is damaged: restore it from a backup, or remove it to create a new one.`)
}

/**
 * Writes the key to a draft file and links it atomically: one process succeeds, and all read its key. The draft's name is
 * random, because containers that share the folder may have equal process ids.
 */
function makeKeyFile(path: string): Buffer | undefined {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, `${randomBytes(keyBytes).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(draft, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKeyFile(path)
}
