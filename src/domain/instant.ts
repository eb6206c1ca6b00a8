// Parses instants, rounds them to minutes, and formats them as local times.

const minute = 60_000

/** Matches a text that ends in Z or in an offset such as +09:00. */
const zoneSuffix = /(?:Z|[+-]\d\d:?\d\d)$/i

/** By zone. A format takes much longer to create than to use. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** The local time 'HH:MM' (24 h) of an instant (epoch ms) in a zone (IANA name). */
export function clockAt(at: number, timezone: string): string {
  const clock =
    clocks.get(timezone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  clocks.set(timezone, clock)
  return clock.format(at)
}

/** By zone: whether it is known here. */
const knownZones = new Map<string, boolean>()

/**
 * The zone (IANA name), or null if it is null or this program cannot compute its times: a browser may lack a zone that the server
 * knows, because its data are older.
 */
export function computableZone(timezone: string | null): string | null {
  if (timezone === null) return null
  let isKnown = knownZones.get(timezone)
  if (isKnown === undefined) {
    try {
      new Intl.DateTimeFormat('en', { timeZone: timezone })
      isKnown = true
    } catch {
      isKnown = false
    }
    knownZones.set(timezone, isKnown)
  }
  return isKnown ? timezone : null
}

/** An ISO instant in epoch ms. Without a zone it is UTC (core.md section 3); `Date.parse` would take it as local. */
export const instantOf = (iso: string): number => Date.parse(zoneSuffix.test(iso) ? iso : `${iso}Z`)

type Window = { at: number; early: number; late: number }

/**
 * A start and its window (epoch ms) in whole minutes, as cards and alerts show them: the start is rounded, the window is rounded
 * outwards.
 */
export const wholeMinutes = ({ at, early, late }: Window): Window => ({
  at: Math.round(at / minute) * minute,
  early: Math.floor(early / minute) * minute,
  late: Math.ceil(late / minute) * minute,
})
