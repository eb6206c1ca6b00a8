// The language of a caller, for the emails that the call causes. The app sends it in Accept-Language with every call that has a
// body.
import type { FastifyRequest } from 'fastify'
import { type Language, requestedLanguage } from '#contract/language.ts'

/** The best supported language of Accept-Language; English if none is supported. */
export const languageOf = (request: FastifyRequest): Language =>
  requestedLanguage(undefined, request.headers['accept-language']).language
