// The number of changes held back so that nothing moves on the screen, with a button that shows them (WCAG 2.2.2). It is in the
// sticky head of the screen, where it covers nothing.
import { createPortal } from 'react-dom'
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'

type Props = {
  count: number
  /** By default the number of updates. */
  text?: string
  onShow: () => void
}

export function UpdatesPill({ count, text = t('matches.updates', { count }), onShow }: Props) {
  // No change is held back at first, so the head is in the document by now.
  const place = count > 0 && document.querySelector('[data-pill-place]')
  if (!place) return null
  return createPortal(
    <Button className="animate-fade rounded-full! px-4" onClick={onShow}>
      {text}
    </Button>,
    place,
  )
}
