// Line drawings for empty lists. Separate from drawings.tsx because the first screen does not need them.
import { Lines } from './drawing.tsx'

/** Two empty mats. */
export function EmptyMats() {
  return (
    <Lines>
      <path d="M14 52 32 22h26L52 52zM66 22h26l16 30H70z" />
      <path d="M26 46 38 28h14l-4 18zM71 28h16l10 18H73z" strokeDasharray="3 5" />
      <path d="M8 60h104" />
    </Lines>
  )
}

/** A knotted belt. */
export function EmptyBelt() {
  return (
    <Lines>
      <path d="M12 28c14 5 28 6 40 5M68 33c12 1 26 0 40-5M12 38c14 5 28 6 40 5M68 43c12 1 26 0 40-5M12 28v10M108 28v10" />
      <rect x="51" y="29" width="18" height="18" rx="4" />
      <path d="m55 46-9 18 9 2 7-18M65 46l9 18-9 2-5-12" />
    </Lines>
  )
}

/** An empty podium. */
export function EmptyPodium() {
  return (
    <Lines>
      <path d="M22 60V42h25v18M47 60V26h26v34M73 60V48h25v12M12 60h96" />
      <path d="m60 8 2.4 5 5.4.7-4 3.7 1 5.4-4.8-2.7-4.8 2.7 1-5.4-4-3.7 5.4-.7z" />
    </Lines>
  )
}
