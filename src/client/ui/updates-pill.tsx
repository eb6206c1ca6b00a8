// The number of changes held while a list is scrolled, with a button that shows them (WCAG 2.2.2).
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'

/** `className` sets its distance from the top. */
export function UpdatesPill(props: { count: number; onShow: () => void; className: string }) {
  if (props.count === 0) return null
  return (
    <div className={`pointer-events-none fixed inset-x-0 z-20 flex justify-center ${props.className}`}>
      <Button className="pointer-events-auto animate-fade rounded-full! px-4" onClick={props.onShow}>
        {t('matches.updates', { count: props.count })}
      </Button>
    </div>
  )
}
