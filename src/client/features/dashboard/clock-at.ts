// The clock time of an instant at a venue.
import { clockFormat } from '#contract/clock-format.ts'
import { shownLanguage } from '#client/texts/t.ts'

/** '2:27 PM'; in the device's zone while the venue's is unknown. */
export const clockAt = (instant: number, zone: string | null): string =>
  clockFormat(shownLanguage(), zone ?? undefined)
    .format(instant)
    .replace(/\s/g, ' ')
