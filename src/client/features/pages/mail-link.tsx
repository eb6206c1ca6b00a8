// A button that opens the user's mail program.
import { Mail } from 'lucide-react'
import { buttonLook } from '#client/ui/button.tsx'

export function MailLink({ email, subject, text }: { email: string; subject: string; text: string }) {
  return (
    <a href={mailAddress(email, subject)} className={buttonLook('primary', 'max-w-full self-start px-4 text-base!')}>
      <Mail aria-hidden className="size-4.5 shrink-0" />
      <span className="min-w-0 break-words">{text}</span>
    </a>
  )
}

const mailAddress = (email: string, subject: string): string =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
