import { describe, expect, it } from 'vitest'
import { logoAddress, logoUrl } from './logo-address.ts'

const own = { pages: 'http://localhost:4100', events: 'http://localhost:4200' }

describe('the address of a logo', () => {
  it('is a path on the source’s own origins, with a prefix on the event list’s origin [D41]', () => {
    expect(logoAddress('/Championship/Logo/1?v=2#x', own.pages, own)).toBe('/Championship/Logo/1?v=2')
    expect(logoAddress('http://localhost:4100/Championship/Logo/1', own.events, own)).toBe('/Championship/Logo/1')
    expect(logoAddress('/Championship/Logo/1', own.events, own)).toBe('events:/Championship/Logo/1')
  })

  it('is the whole https URL on other hosts, and null for no link, another scheme, credentials or more than 1,000 characters', () => {
    const address = 'https://www.ibjjfdb.com/Championship/Logo/1'
    expect(logoAddress(address, own.pages, own)).toBe(address)
    for (const link of [
      undefined,
      '',
      'http://plain.example.org/x.png',
      'javascript:alert(1)',
      'data:image/svg+xml,x',
      'https://user:secret@example.org/x.png',
      `https://example.org/${'x'.repeat(2000)}`,
    ])
      expect(logoAddress(link, own.pages, own)).toBeNull()
  })

  it('is resolved against the configured origins', () => {
    const configured = { pages: 'http://localhost:5100', events: 'http://localhost:5200' }
    expect(logoUrl('/Championship/Logo/1?v=2', configured)?.href).toBe('http://localhost:5100/Championship/Logo/1?v=2')
    expect(logoUrl('events:/Championship/Logo/1', configured)?.href).toBe('http://localhost:5200/Championship/Logo/1')
    expect(logoUrl('//evil.test/1', configured)?.origin).toBe('http://localhost:5100')
    expect(logoUrl('/@evil.test/1', configured)?.origin).toBe('http://localhost:5100')
    expect(logoUrl('https://www.ibjjfdb.com/1', configured)?.href).toBe('https://www.ibjjfdb.com/1')
    expect(logoUrl('https://[', configured)).toBeNull()
  })
})
