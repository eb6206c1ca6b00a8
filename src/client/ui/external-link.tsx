// A link to another site or to a file, in a new tab.
import { ExternalLink as Icon } from 'lucide-react'
import { buttonLook } from './button.tsx'

/** `label` is the accessible name and starts with the text. */
export function ExternalLink({
  href,
  text,
  label,
  look = 'quiet',
  className = '',
}: {
  /** Undefined while it is not known; the link is then inactive. */
  href: string | undefined
  text: string
  label: string
  look?: 'primary' | 'quiet' | 'outline'
  className?: string
}) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" aria-label={label} className={buttonLook(look, className)}>
      {text}
      <Icon aria-hidden className="size-3.5" />
    </a>
  )
}
