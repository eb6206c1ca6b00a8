// The number of changes held back so that nothing moves on the screen, with a button that shows them (WCAG 2.2.2). It is in the
// sticky head of the screen, where it covers nothing.
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'

type Props = {
  count: number
  /** By default the number of updates. */
  text?: string
  onShow: () => void
}

/** The place for the pill, in the head of a screen that holds changes back. */
export const PillPlace = () => <div data-pill-place className="ml-auto flex empty:hidden" />

export function UpdatesPill({ count, text = t('matches.updates', { count }), onShow }: Props) {
  const [place, setPlace] = useState<Element | null>(null)
  // In an effect, because the head may be rendered at the same time.
  useEffect(() => setPlace(document.querySelector('[data-pill-place]')), [count])
  if (count === 0 || !place) return null
  return createPortal(
    <Button className="animate-fade rounded-full! px-4" onClick={onShow}>
      {text}
    </Button>,
    place,
  )
}
