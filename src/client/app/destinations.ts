// The destinations in the menu and the sidebar besides the dashboard's tabs (core specification, Navigation).
import {
  Activity,
  CircleUser,
  Handshake,
  HeartHandshake,
  LifeBuoy,
  type LucideIcon,
  Share2,
  ShieldCheck,
} from 'lucide-react'
import type { User } from '#contract/accounts.ts'

export type Destination = {
  href: string
  icon: LucideIcon
  text: 'nav.profile' | 'nav.share' | 'nav.help' | 'nav.sponsors' | 'nav.donate' | 'nav.admin' | 'nav.diagnostics'
}

const forEveryone: readonly Destination[] = [
  { href: '/profile', icon: CircleUser, text: 'nav.profile' },
  { href: '/share', icon: Share2, text: 'nav.share' },
  { href: '/help', icon: LifeBuoy, text: 'nav.help' },
  { href: '/sponsors', icon: Handshake, text: 'nav.sponsors' },
  { href: '/donate', icon: HeartHandshake, text: 'nav.donate' },
]
const forAdministrators: readonly Destination[] = [
  { href: '/admin', icon: ShieldCheck, text: 'nav.admin' },
  { href: '/diagnostics', icon: Activity, text: 'nav.diagnostics' },
]

/** The user's destinations in order. Access is checked by the server. */
export const destinationsOf = ({ role }: User): readonly Destination[] =>
  role === 'superadmin' ? [...forEveryone, ...forAdministrators] : forEveryone
