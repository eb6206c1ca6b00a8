// A notice that data may be outdated because the competition system cannot be read reliably. It is loaded when it is needed.
import { Suspense } from 'react'
import type { SourceState } from '#client/texts/source-trouble.ts'
import { withTexts } from '#client/texts/with-texts.ts'
import { lazyPart } from './lazy-part.ts'

const SourceTrouble = lazyPart(withTexts('source', async () => (await import('./source-trouble.tsx')).SourceTrouble))

/** Renders nothing while every source is ok. */
export function SourceNotice({ sources }: { sources: readonly SourceState[] }) {
  if (areOk(sources)) return null
  return (
    <Suspense>
      <SourceTrouble sources={sources} />
    </Suspense>
  )
}

/** Whether every source is read reliably. */
export const areOk = (sources: readonly SourceState[]): boolean => sources.every(({ state }) => state === 'ok')
