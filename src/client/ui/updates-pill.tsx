// The number of changes held back so that nothing moves on the screen, with a button that shows them (WCAG 2.2.2).
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'

type Props = {
  count: number
  /** By default the number of updates. */
  text?: string
  onShow: () => void
  /** Sets its distance from the top. */
  className: string
}

export function UpdatesPill({ count, text = t('matches.updates', { count }), onShow, className }: Props) {
  if (count === 0) return null
  return (
    <div className={`pointer-events-none fixed inset-x-0 z-20 flex justify-center ${className}`}>
      <Button className="pointer-events-auto animate-fade rounded-full! px-4" onClick={onShow}>
        {text}
      </Button>
    </div>
  )
}
