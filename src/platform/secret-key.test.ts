import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findOrCreateSecretKey, keyFileName, parseSecretKey } from './secret-key.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rollcall-key-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const keyFile = (): string => join(dataDir, keyFileName)

describe('The key file', () => {
  it('is created at the first start, readable by its user only, and read at the next', () => {
    const created = findOrCreateSecretKey({ secretKey: undefined, dataDir })
    expect(created).toHaveLength(32)
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual([keyFileName])
    expect(findOrCreateSecretKey({ secretKey: undefined, dataDir })).toEqual(created)
  })

  it('is the same for processes that start at the same time', async () => {
    const program = `
      const { findOrCreateSecretKey } = await import(${JSON.stringify(new URL('./secret-key.ts', import.meta.url).href)})
      process.stdout.write(findOrCreateSecretKey({ secretKey: undefined, dataDir: process.argv[1] }).toString('hex'))`
    const start = async (): Promise<string> => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir])
      let output = ''
      child.stdout.on('data', (chunk: Buffer) => (output += String(chunk)))
      await once(child, 'close')
      return output
    }
    const keys = await Promise.all(Array.from({ length: 6 }, start))
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(keys).size).toBe(1)
    expect(readdirSync(dataDir)).toEqual([keyFileName])
  })

  it('is created next to the draft of another process with the same id, and that draft is not changed', () => {
    const draft = `${keyFile()}.${process.pid}`
    writeFileSync(draft, 'of another container')
    findOrCreateSecretKey({ secretKey: undefined, dataDir })
    expect(readFileSync(draft, 'utf8')).toBe('of another container')
  })

  it('is neither created nor read when SECRET_KEY is set', () => {
    const secretKey = Buffer.alloc(32, 7)
    expect(findOrCreateSecretKey({ secretKey, dataDir })).toBe(secretKey)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('stops the start with one sentence when it is damaged, and is not overwritten', () => {
    writeFileSync(keyFile(), 'half a k')
    expect(() => findOrCreateSecretKey({ secretKey: undefined, dataDir })).toThrow(
      `The key file ${keyFile()} is damaged: restore it from a backup, or remove it to create a new one.`,
    )
    expect(readFileSync(keyFile(), 'utf8')).toBe('half a k')
  })

  it('stops the start with one sentence when it cannot be read', () => {
    mkdirSync(keyFile())
    expect(() => findOrCreateSecretKey({ secretKey: undefined, dataDir })).toThrow(
      `The key file ${keyFile()} cannot be used (EISDIR): fix that or set SECRET_KEY.`,
    )
  })

  it('stops the start with one sentence that names SECRET_KEY when it cannot be created', () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    expect(() => findOrCreateSecretKey({ secretKey: undefined, dataDir: join(file, 'data') })).toThrow(
      / or set SECRET_KEY\.$/,
    )
  })
})

describe('SECRET_KEY', () => {
  it('is 32 bytes in base64url or hexadecimal', () => {
    const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7))
    for (const text of [bytes.toString('base64url'), bytes.toString('hex'), bytes.toString('hex').toUpperCase()])
      expect(parseSecretKey(text)).toEqual(bytes)
    for (const text of [
      '',
      'secret',
      bytes.toString('hex').slice(2),
      `${bytes.toString('base64url')}A`,
      'ü'.repeat(43),
    ])
      expect(parseSecretKey(text)).toBeUndefined()
  })
})
