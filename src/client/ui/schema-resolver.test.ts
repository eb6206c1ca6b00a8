import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { repeats, schemaResolver } from './schema-resolver.ts'

const Form = z
  .object({
    email: z.string().check(z.trim(), z.minLength(1, 'Email is required.'), z.email('No email.')),
    password: z.string().check(z.minLength(8, 'Too short.')),
    confirmPassword: z.string(),
  })
  .check(repeats('password', 'They differ.'))

const resolve = async (values: z.input<typeof Form>) =>
  schemaResolver(Form)(values, undefined, { fields: {}, shouldUseNativeValidation: false })
const good = { email: 'maria@example.com', password: 'long enough', confirmPassword: 'long enough' }

describe('A form with a schema', () => {
  it("shows the first error of each field in the schema's words", async () => {
    expect((await resolve({ ...good, email: ' ', password: '' })).errors).toMatchObject({
      email: { message: 'Email is required.' },
      password: { message: 'Too short.' },
    })
  })

  it('shows at the second password that it differs from the first', async () => {
    expect((await resolve({ ...good, confirmPassword: 'long Enough' })).errors).toEqual({
      confirmPassword: { type: 'custom', message: 'They differ.' },
    })
  })

  it('accepts valid values', async () => {
    expect(await resolve(good)).toEqual({ values: good, errors: {} })
  })
})
