// Buttons: one accent colour, 44 px targets.
import type { ComponentProps } from 'react'

type Look = 'primary' | 'outline' | 'quiet' | 'danger'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:brighter',
  outline: 'border border-line text-accent hover:bg-raised',
  quiet: 'text-accent hover:bg-raised',
  danger: 'text-muted hover:bg-raised hover:text-text',
}

const shape =
  'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-semibold transition-[background-color,filter,transform] active:scale-[0.98] disabled:opacity-60'

/** A button's classes, for links that look like one. */
export const buttonLook = (look: Look, extra = ''): string => `${shape} ${looks[look]} ${extra}`

export function Button({ look = 'primary', className, ...rest }: ComponentProps<'button'> & { look?: Look }) {
  return <button type="button" className={buttonLook(look, className)} {...rest} />
}

/** A square icon button, whose size does not grow with the font; its label is the accessible name and the tooltip. */
export function IconButton({ label, className, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-flex size-[44px] shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-raised hover:text-text ${className ?? ''}`}
      {...rest}
    />
  )
}
