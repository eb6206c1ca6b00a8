// What was typed into the profile's form and is not saved yet: only the fields that say something else than what is saved,
// so that the others follow what another device saves.
import * as z from 'zod/mini'
import type { BodyOf } from '#contract/endpoints.ts'

type Profile = BodyOf<'updateProfile'>

const ProfileDraft = z.partial(z.object({ username: z.string(), email: z.string() }))

/** The fields of `values` that are not as in `saved`; null when there is none. */
export function typedOver(saved: Profile, values: Profile): Partial<Profile> | null {
  const typed = {
    ...(values.username !== saved.username && { username: values.username }),
    ...(values.email !== saved.email && { email: values.email }),
  }
  return Object.keys(typed).length > 0 ? typed : null
}

/** A draft as this browser kept it; null when it is none, or says what is saved by now. */
export function readDraft(kept: unknown, saved: Profile): Partial<Profile> | null {
  const { data } = ProfileDraft.safeParse(kept)
  return data ? typedOver(saved, { username: data.username ?? saved.username, email: data.email ?? saved.email }) : null
}
