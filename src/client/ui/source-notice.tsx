// One sentence across the page when what is shown may be old because the competition system cannot be read well.
import { CloudAlert } from 'lucide-react'
import { Notice } from './notice.tsx'

/** `trouble`: what is wrong with the source, as a sentence; null when nothing is. */
export function SourceNotice({ trouble }: { trouble: string | null }) {
  if (trouble === null) return null
  return (
    <Notice tone="late" icon={<CloudAlert aria-hidden className="size-4 shrink-0" />}>
      {trouble}
    </Notice>
  )
}
