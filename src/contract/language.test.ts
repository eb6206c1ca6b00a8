import { describe, expect, it } from 'vitest'
import { acceptedLanguages, bestLanguage } from './language.ts'

describe('The best language', () => {
  it('is the first preferred one that RollCall supports, in any region', () => {
    expect(bestLanguage(['de-CH', 'pt', 'en'])).toBe('pt-BR')
    expect(bestLanguage(['pt-PT'])).toBe('pt-BR')
    expect(bestLanguage(['ES-419'])).toBe('es')
    expect(bestLanguage(['ja-JP', 'en-US'])).toBe('ja')
    expect(bestLanguage(['en-GB', 'ja'])).toBe('en')
  })

  it('is English when none of the preferred ones is supported', () => {
    expect(bestLanguage(['de', 'est', 'jam'])).toBe('en')
    expect(bestLanguage([])).toBe('en')
  })
})

describe('An Accept-Language header', () => {
  it('is sorted by its weights, without languages of weight 0', () => {
    expect(acceptedLanguages('de, en;q=0.5, pt-BR;q=0.9, fr;q=0')).toEqual(['de', 'pt-BR', 'en'])
  })

  it('is read without an error when it is malformed or too long', () => {
    expect(acceptedLanguages(undefined)).toEqual([])
    expect(acceptedLanguages(';;,q=1,*;q=x')).toEqual(['q=1'])
    expect(acceptedLanguages('ja,'.repeat(10_000)).length).toBeLessThan(500)
  })
})
