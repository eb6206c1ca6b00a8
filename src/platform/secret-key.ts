// The one secret of an installation, kept outside its database so that a stolen database does not give away what is
// encrypted in it: SECRET_KEY, or else a file in DATA_DIR that is made at the first start.
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { requireDataDir } from './data-dir.ts'
import { errorCode, StartError } from './start-error.ts'

export const keyFileName = 'secret.key'
const keyBytes = 32

/** The 32 bytes that a text stands for, in base64url or hexadecimal; undefined for any other text. */
export function parseSecretKey(text: string): Buffer | undefined {
  if (/^[\w-]{43}=?$/.test(text)) return Buffer.from(text, 'base64url')
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined
}

/** A fingerprint that may be stored in the database to compare keys: derived for this purpose, it reveals nothing. */
export const fingerprintOf = (secretKey: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', secretKey, '', 'rollcall/fingerprint', 16)).toString('base64url')

/**
 * The configured key, or that of the key file, which is made if there is none.
 * @throws StartError if the file is damaged, or cannot be made or read.
 */
export function findSecretKey({ secretKey, dataDir }: { secretKey: Buffer | undefined; dataDir: string }): Buffer {
  if (secretKey) return secretKey
  const path = join(requireDataDir(dataDir, 'choose another DATA_DIR or set SECRET_KEY'), keyFileName)
  try {
    const key = readKeyFile(path) ?? makeKeyFile(path)
    if (key) return key
    throw new StartError(`The key file ${path} was removed while it was made: start again.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `The key file ${path} cannot be used (${errorCode(error) ?? String(error)}): mend that or set SECRET_KEY.`,
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
  throw new StartError(
    `The key file ${path} is damaged: bring it back from a backup, or remove it to have a new one made.`,
  )
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
