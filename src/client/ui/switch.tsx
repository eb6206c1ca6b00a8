// A switch that takes effect at once; the whole row is the target.
import { type ReactNode, useId } from 'react'

type Props = {
  label: string
  /** An explanation below the label. */
  text?: ReactNode
  isOn: boolean
  onSwitch: (on: boolean) => void
  isDisabled?: boolean
}

export function Switch({ label, text, isOn, onSwitch, isDisabled = false }: Props) {
  const id = useId()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-describedby={text === undefined ? undefined : id}
      disabled={isDisabled}
      onClick={() => onSwitch(!isOn)}
      className="-mx-2 flex min-h-14 items-center gap-3 rounded-md px-2 py-1.5 text-left transition-colors hover:bg-raised disabled:opacity-60"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-base font-semibold">{label}</span>
        {text !== undefined && (
          <span id={id} className="block text-sm text-muted">
            {text}
          </span>
        )}
      </span>
      <span
        aria-hidden
        className={`flex h-7 w-12 shrink-0 items-center rounded-full border px-1 transition-colors ${isOn ? 'border-accent bg-accent' : 'border-line bg-raised'}`}
      >
        <span
          className={`size-5 rounded-full transition-transform ${isOn ? 'translate-x-4.5 bg-on-accent' : 'bg-muted'}`}
        />
      </span>
    </button>
  )
}
