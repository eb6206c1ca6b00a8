// Line drawings for empty results and lost connections.
import { Lines } from './drawing.tsx'

/** A magnifier. */
export function EmptySearch() {
  return (
    <Lines>
      <circle cx="54" cy="32" r="18" />
      <path d="m67 45 17 17M46 32h16" />
    </Lines>
  )
}

/** A plug beside its socket. */
export function Unplugged() {
  return (
    <Lines>
      <path d="M10 40h26M36 30h14a10 10 0 0 1 0 20H36zM60 36h8M60 44h8" />
      <path d="M110 40H88M88 28h-4a12 12 0 0 0 0 24h4zM74 16l-4-8M84 14V6M64 20l-8-5" />
    </Lines>
  )
}
