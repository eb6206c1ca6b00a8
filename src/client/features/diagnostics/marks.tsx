// The readiness of an athlete's data as a dot and a text; presence as Yes and No.
import { t } from '#client/texts/t.ts'
import { Badge } from '#client/ui/badge.tsx'
import { type Readiness, readinessColour, readinessText } from './readiness.ts'

/** A coloured dot, hidden from screen readers: it is always shown with the readiness as a text. */
export function Dot({ readiness }: { readiness: Readiness }) {
  return (
    <span
      aria-hidden
      className="inline-block size-3 shrink-0 rounded-full border border-line/60"
      style={{ background: readinessColour[readiness] }}
    />
  )
}

export function ReadinessBadge({ readiness }: { readiness: Readiness }) {
  return <Badge tone={readiness === 'ready' ? 'quiet' : 'plain'}>{readinessText(readiness)}</Badge>
}

export function YesNo({ isPresent }: { isPresent: boolean }) {
  return <Badge tone={isPresent ? 'plain' : 'late'}>{isPresent ? t('diagnostics.yes') : t('diagnostics.no')}</Badge>
}
