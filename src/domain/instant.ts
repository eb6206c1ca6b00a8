// Parses instants.

/** Ends in Z or in an offset such as +09:00. */
const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i

/** An ISO instant in epoch ms. Without a zone it is UTC (core.md section 3); `Date.parse` would take it as local. */
export const instantOf = (iso: string): number => Date.parse(hasZone.test(iso) ? iso : `${iso}Z`)
