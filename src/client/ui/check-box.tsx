// A checkbox or radio button whose row is its label.
import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'

const look =
  'peer size-full appearance-none border-2 border-muted bg-ink transition-colors checked:border-accent checked:bg-accent disabled:opacity-60'

export function CheckBox({ type = 'checkbox', ...input }: ComponentProps<'input'> & { type?: 'checkbox' | 'radio' }) {
  return (
    <span className="relative size-6 shrink-0">
      <input type={type} className={`${look} ${type === 'radio' ? 'rounded-full' : 'rounded-sm'}`} {...input} />
      <Check
        aria-hidden
        strokeWidth={3.5}
        className="pointer-events-none absolute top-0.5 left-0.5 size-5 text-on-accent opacity-0 peer-checked:opacity-100"
      />
    </span>
  )
}

type ChoiceProps = ComponentProps<typeof CheckBox> & { label: string; text?: string | undefined }

/** A choice in a list, with an optional text below its label. */
export function Choice({ label, text, ...box }: ChoiceProps) {
  return (
    <label className="-mx-2 flex min-h-11 items-center gap-3 rounded-md px-2 py-1.5 transition-colors hover:bg-raised has-focus-visible:bg-raised">
      <CheckBox {...box} />
      <span className="min-w-0 flex-1">
        <span className="block text-base break-words">{label}</span>
        {text !== undefined && <span className="block text-sm text-muted">{text}</span>}
      </span>
    </label>
  )
}
