import { describe, expect, it } from 'vitest'
import { readDraft, typedOver } from './profile-draft.ts'

const saved = { username: 'Maria', email: 'maria@example.org' }

describe('The draft of the profile’s form', () => {
  it('contains only the fields that differ from the saved ones', () => {
    expect(typedOver(saved, { ...saved, username: 'Maria A.' })).toEqual({ username: 'Maria A.' })
    expect(typedOver(saved, { username: '', email: 'new@example.org' })).toEqual({
      username: '',
      email: 'new@example.org',
    })
    expect(typedOver(saved, saved)).toBeNull()
  })

  it('is read back without saved values and unknown fields, and as null if nothing else is stored', () => {
    expect(readDraft({ username: 'Maria A.', password: 'secret' }, saved)).toEqual({ username: 'Maria A.' })
    expect(readDraft({ username: 'Maria', email: 'new@example.org' }, saved)).toEqual({ email: 'new@example.org' })
    const none = [undefined, null, 'Maria', [], {}, saved, { username: 7 }]
    expect(none.map((stored) => readDraft(stored, saved))).toEqual(none.map(() => null))
  })
})
