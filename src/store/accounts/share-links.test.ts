import { expect, it } from 'vitest'
import { newLinkId } from './share-links.ts'

it('[L-01] newLinkId makes ten thousand different identifiers, each with 22 characters of base64url', () => {
  const ids = Array.from({ length: 10_000 }, newLinkId)
  expect(new Set(ids).size).toBe(10_000)
  expect(ids.filter((id) => !/^[\w-]{22}$/.test(id) || Buffer.from(id, 'base64url').length !== 16)).toEqual([])
})
