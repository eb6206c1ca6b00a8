// A native select field, which works well on phones and with the keyboard.
import { ChevronDown } from 'lucide-react'

type Props<Value extends string> = {
  label: string
  options: readonly { value: Value; text: string }[]
  value: Value
  onChange: (value: Value) => void
  className?: string
}

export function SelectField<Value extends string>({ label, options, value, onChange, className = '' }: Props<Value>) {
  return (
    <label className={`relative flex min-w-0 items-center gap-2 text-sm text-muted ${className}`}>
      <span className="shrink-0">{label}</span>
      <select
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
        className="h-11 min-w-0 flex-1 appearance-none rounded-md border border-line bg-surface pr-9 pl-3 text-lg text-ellipsis font-semibold text-text"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute right-2.5 size-5" />
    </label>
  )
}
