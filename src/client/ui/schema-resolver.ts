// react-hook-form on the contract's schemas: the browser refuses what the server would refuse, in the same words.
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import { serverText } from '#client/texts/t.ts'

/** A check of a form: `confirmPassword` is the field `of` once more; `error` is told at `confirmPassword`. */
export const repeats = <Of extends string>(of: Of, error: string) =>
  z.refine<Record<Of | 'confirmPassword', string>>((values) => values[of] === values.confirmPassword, {
    path: ['confirmPassword'],
    error,
  })

/** Checks the whole form with a schema; the first problem of each field is its error. */
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
