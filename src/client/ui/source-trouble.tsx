// The notice about source problems.
import { CloudAlert } from 'lucide-react'
import { type SourceState, sourceTrouble } from '#client/texts/source-trouble.ts'
import { Notice } from './notice.tsx'

export const SourceTrouble = ({ sources }: { sources: readonly SourceState[] }) => (
  <Notice tone="late" icon={<CloudAlert aria-hidden className="size-4 shrink-0" />}>
    {sourceTrouble(sources)}
  </Notice>
)
