// Reading a printed instant.

/** Ends in Z or in an offset such as +09:00. */
const namesZone = /(?:Z|[+-]\d\d:?\d\d)$/i

/** An ISO instant in epoch ms. One that names no zone is UTC (core.md section 3), not the reader's own time. */
export const instantOf = (iso: string): number => Date.parse(namesZone.test(iso) ? iso : `${iso}Z`)
