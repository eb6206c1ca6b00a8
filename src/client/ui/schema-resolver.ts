// Validates react-hook-form forms with the contract's schemas, so that the browser and the server report the same errors.
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import { serverText } from '#client/texts/t.ts'

/** A form check: `confirmPassword` must equal the field named by `of`; otherwise it gets `error`. */
export const repeats = <Of extends string>(of: Of, error: string) =>
  z.refine<Record<Of | 'confirmPassword', string>>((values) => values[of] === values.confirmPassword, {
    path: ['confirmPassword'],
    error,
  })

/** Validates the whole form with a schema; each field gets its first error. */
export function schemaResolver<Values extends FieldValues>(schema: z.ZodMiniType<unknown, Values>): Resolver<Values> {
  return (values) => {
    const checked = schema.safeParse(values)
    if (checked.success) return { values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, message, code } of checked.error.issues) {
      const name = String(path[0])
      errors[name] ??= { type: code ?? 'custom', message: serverText(message) }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
