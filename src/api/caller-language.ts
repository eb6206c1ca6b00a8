// The language that a caller's browser shows: the app says it with every call that has a body.
import type { FastifyRequest } from 'fastify'
import { type Language, requestedLanguage } from '#contract/language.ts'

/** By Accept-Language; English when it names none that is spoken here. Letters that the call causes speak it. */
export const languageOf = (request: FastifyRequest): Language =>
  requestedLanguage(undefined, request.headers['accept-language']).language
