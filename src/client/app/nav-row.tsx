// A link in the sidebar or the menu.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'

type Props = {
  href: string
  icon: LucideIcon
  isShown: boolean
  onClick?: (() => void) | undefined
  children: ReactNode
}

export function NavRow({ href, icon: Icon, isShown, onClick, children }: Props) {
  return (
    <Link
      href={href}
      replace={isShown}
      onClick={onClick}
      aria-current={isShown ? 'page' : undefined}
      className="flex min-h-11 items-center gap-3 rounded-md px-3 text-base font-semibold text-muted transition-colors hover:bg-raised hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text"
    >
      <Icon aria-hidden className="size-5" />
      {children}
    </Link>
  )
}
