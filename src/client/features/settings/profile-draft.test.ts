import { describe, expect, it } from 'vitest'
import { readDraft, typedOver } from './profile-draft.ts'

const saved = { username: 'Maria', email: 'maria@example.org' }

describe('what was typed into the profile’s form', () => {
  it('is only what differs from what is saved', () => {
    expect(typedOver(saved, { ...saved, username: 'Maria A.' })).toEqual({ username: 'Maria A.' })
    expect(typedOver(saved, { username: '', email: 'new@example.org' })).toEqual({
      username: '',
      email: 'new@example.org',
    })
    expect(typedOver(saved, saved)).toBeNull()
  })

  it('is found again, without what is saved by now and what is none of the form’s', () => {
    expect(readDraft({ username: 'Maria A.', password: 'secret' }, saved)).toEqual({ username: 'Maria A.' })
    expect(readDraft({ username: 'Maria', email: 'new@example.org' }, saved)).toEqual({ email: 'new@example.org' })
    const none = [undefined, null, 'Maria', [], {}, saved, { username: 7 }]
    expect(none.map((kept) => readDraft(kept, saved))).toEqual(none.map(() => null))
  })
})
