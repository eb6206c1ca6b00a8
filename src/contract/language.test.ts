import { describe, expect, it } from 'vitest'
import { acceptedLanguages, bestLanguage } from './language.ts'

describe('the language that somebody reads best', () => {
  it('is the first wanted one that is spoken here, whatever its region', () => {
    expect(bestLanguage(['de-CH', 'pt', 'en'])).toBe('pt-BR')
    expect(bestLanguage(['pt-PT'])).toBe('pt-BR')
    expect(bestLanguage(['ES-419'])).toBe('es')
    expect(bestLanguage(['ja-JP', 'en-US'])).toBe('ja')
    expect(bestLanguage(['en-GB', 'ja'])).toBe('en')
  })

  it('is English when none of them is spoken here', () => {
    expect(bestLanguage(['de', 'est', 'jam'])).toBe('en')
    expect(bestLanguage([])).toBe('en')
  })
})

describe('an Accept-Language header', () => {
  it('is read by its weights', () => {
    expect(acceptedLanguages('de, en;q=0.5, pt-BR;q=0.9, fr;q=0')).toEqual(['de', 'pt-BR', 'en'])
  })

  it('is read whatever stands in it', () => {
    expect(acceptedLanguages(undefined)).toEqual([])
    expect(acceptedLanguages(';;,q=1,*;q=x')).toEqual(['q=1'])
    expect(acceptedLanguages('ja,'.repeat(10_000)).length).toBeLessThan(500)
  })
})
