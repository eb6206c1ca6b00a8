import { expect, it } from 'vitest'
import { connectionConfig } from './servers.ts'

it('connectionConfig replaces sslmode=require with verify-full, and keeps no-verify', () => {
  const addressOf = (query: string) => connectionConfig(`postgres://db.example/rollcall?${query}`).connectionString
  expect(addressOf('sslmode=require&sslrootcert=/etc/ca.pem')).toMatch(/\?sslmode=verify-full&sslrootcert=/)
  expect(addressOf('sslmode=no-verify')).toMatch(/\?sslmode=no-verify$/)
})
