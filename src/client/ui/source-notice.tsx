// A notice that data may be outdated because the competition system cannot be read reliably.
import { CloudAlert } from 'lucide-react'
import { Notice } from './notice.tsx'

/** `trouble`: a sentence about the source's problem, or null. */
export function SourceNotice({ trouble }: { trouble: string | null }) {
  if (trouble === null) return null
  return (
    <Notice tone="late" icon={<CloudAlert aria-hidden className="size-4 shrink-0" />}>
      {trouble}
    </Notice>
  )
}
