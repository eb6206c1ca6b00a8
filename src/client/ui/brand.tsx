// The product's logo, a black belt with its red bar, and its name.
import { t } from '#client/texts/t.ts'

export function Brand({ className }: { className?: string }) {
  return (
    <span className={`flex items-center gap-2.5 ${className ?? ''}`}>
      <svg aria-hidden viewBox="0 0 32 32" className="size-7">
        <rect width="32" height="32" rx="8" fill="var(--text)" />
        <path d="M0 11.5h32v9H0z" fill="var(--surface)" />
        <path d="M19.5 11.5h7v9h-7z" fill="var(--belt-bar)" />
      </svg>
      <span className="text-lg font-extrabold tracking-tight">{t('app.name')}</span>
    </span>
  )
}
