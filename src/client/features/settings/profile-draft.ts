// The unsaved draft of the profile's form. It has only fields that differ from the saved ones, so that the others follow changes
// on another device.
import * as z from 'zod/mini'
import type { BodyOf } from '#contract/endpoints.ts'

type Profile = BodyOf<'updateProfile'>

const ProfileDraft = z.partial(z.object({ username: z.string(), email: z.string() }))

/** The fields of `values` that differ from `saved`; null if none does. */
export function typedOver(saved: Profile, values: Profile): Partial<Profile> | null {
  const typed = {
    ...(values.username !== saved.username && { username: values.username }),
    ...(values.email !== saved.email && { email: values.email }),
  }
  return Object.keys(typed).length > 0 ? typed : null
}

/** Reads a stored draft; null if it is invalid or equals the saved values. */
export function readDraft(stored: unknown, saved: Profile): Partial<Profile> | null {
  const { data } = ProfileDraft.safeParse(stored)
  return data ? typedOver(saved, { username: data.username ?? saved.username, email: data.email ?? saved.email }) : null
}
