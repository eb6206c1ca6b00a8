// Alerts on phones: what a browser and the server say about them.
import * as z from 'zod/mini'
import { languages } from './language.ts'

export const pushTexts = {
  service: 'This browser’s push service is not known here.',
  unavailable: 'This RollCall sends no alerts.',
  noDevice: 'This device gets no alerts.',
  hours: 'Quiet hours need a beginning and an end that differ.',
} as const

const longestEndpoint = 2_000
const time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, pushTexts.hours))
const zone = z.string().check(z.maxLength(60), z.refine(isZone, pushTexts.hours))

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Times of day on the user's own clock; over midnight where `from` is later. */
const QuietHours = z
  .object({ from: time, to: time, timezone: zone })
  .check(z.refine(({ from, to }) => from !== to, pushTexts.hours))

export const AlertPreferences = z.object({
  near: z.boolean(),
  moved: z.boolean(),
  result: z.boolean(),
  quiet: z.nullable(QuietHours),
})

const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), pushTexts.service))
}

/**
 * What PushSubscription.toJSON() gives, and the language that the alerts are to speak: without one it is that of the browser's
 * subscription before, else English.
 */
export const SubscribeBody = z.object({
  endpoint: z.string().check(z.maxLength(longestEndpoint, pushTexts.service)),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  language: z.optional(z.enum(languages)),
})

export const SwitchAlertsBody = z.object({ on: z.boolean() })

/** Instants in ISO 8601. */
export const PushResponse = z.object({
  success: z.literal(true),
  /** What a browser subscribes with; null where no alerts are sent. */
  publicKey: z.nullable(z.string()),
  preferences: AlertPreferences,
  /** This browser's; null while it gets none. */
  device: z.nullable(z.object({ succeededAt: z.nullable(z.string()), failedAt: z.nullable(z.string()) })),
  /** Athletes of whom the user wants to hear nothing. */
  silenced: z.array(z.number()),
})
export type PushResponse = z.infer<typeof PushResponse>
