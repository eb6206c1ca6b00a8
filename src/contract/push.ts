// The calls about alerts on phones.
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

/** An IANA zone that this server knows; null for any other text, such as the 'Etc/Unknown' of a browser without a zone. */
const zone = z
  .nullable(z.string().check(z.maxLength(60)))
  // Not a transform, which the API description cannot show in an answer.
  .check(z.overwrite((name) => (name !== null && isZone(name) ? name : null)))

function isZone(name: string): boolean {
  try {
    return name !== 'Etc/Unknown' && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * Local times in the zone of the device that the user opened last; they span midnight if `from` is later than `to`. Without a zone they
 * apply only once a device has stated it.
 */
const QuietHours = z
  .object({ from: time, to: time, timezone: zone })
  .check(z.refine(({ from, to }) => from !== to, pushTexts.hours))

export const AlertPreferences = z.object({
  near: z.boolean(),
  moved: z.boolean(),
  /** A page of an earlier version does not send it. */
  conflict: z._default(z.boolean(), true),
  result: z.boolean(),
  /** Absent from a page of an earlier version, like `conflict`. */
  entry: z._default(z.boolean(), true),
  quiet: z.nullable(QuietHours),
})

const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3)
  return z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), pushTexts.service))
}

/**
 * The result of PushSubscription.toJSON(), and the language of the alerts; the default is that of the browser's previous
 * subscription, else English.
 */
export const SubscribeBody = z.object({
  endpoint: z.string().check(z.maxLength(longestEndpoint, pushTexts.service)),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
  language: z.optional(z.enum(languages)),
  /** Where the device is: the quiet hours move there. */
  timezone: z.optional(zone),
})

/** `isGone`: a push service has reported that this subscription ended; the browser must make a new one with `publicKey`. */
export const SubscribeResponse = z.object({ success: z.literal(true), publicKey: z.string(), isGone: z.boolean() })

export const SwitchAlertsBody = z.object({ on: z.boolean() })

/** Instants in ISO 8601. */
export const PushResponse = z.object({
  success: z.literal(true),
  /** The VAPID key that a browser subscribes with; null if this installation sends no alerts. */
  publicKey: z.nullable(z.string()),
  preferences: AlertPreferences,
  /** This browser's subscription; null for none. */
  device: z.nullable(z.object({ succeededAt: z.nullable(z.string()), failedAt: z.nullable(z.string()) })),
  /** The ids of athletes without alerts. */
  silenced: z.array(z.number()),
})
export type PushResponse = z.infer<typeof PushResponse>
