// Mat numbers. When two events share a hall, the source numbers the mats of both from 1 (core.md section 5).

const renumbered: Record<string, { upTo: number; by: number }> = {
  '2673': { upTo: 24, by: 34 },
  '2674': { upTo: 12, by: 46 },
  '2675': { upTo: 24, by: 34 },
  '2676': { upTo: 24, by: 34 },
  '2802': { upTo: 12, by: 34 },
}

/** The mat's number in the hall; `mat` is the source's number for this tournament. */
export function matInHall(tournamentBjjCompSystemId: string, mat: number): number {
  const rule = renumbered[tournamentBjjCompSystemId]
  return rule && mat >= 1 && mat <= rule.upTo ? mat + rule.by : mat
}
