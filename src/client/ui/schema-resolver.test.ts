import { describe, expect, it } from 'vitest'
import { LoginBody } from '#contract/accounts.ts'
import { schemaResolver } from './schema-resolver.ts'

const resolve = async (values: { username: string; password: string }) =>
  schemaResolver(LoginBody)(values, undefined, { fields: {}, shouldUseNativeValidation: false })

describe('a form on a schema', () => {
  it("tells the first problem of each field in the schema's words", async () => {
    expect((await resolve({ username: 'nobody', password: '' })).errors).toMatchObject({
      username: { message: 'Please enter a valid email' },
      password: { message: 'Password is required' },
    })
  })

  it('lets through what the server will take', async () => {
    const values = { username: 'maria@example.com', password: 'anything' }
    expect(await resolve(values)).toEqual({ values, errors: {} })
  })
})
