// A spinner; its label is announced to screen readers.

export function Spinner({ label, className }: { label: string; className?: string }) {
  return (
    <span role="status" className={`inline-flex items-center justify-center ${className ?? ''}`}>
      <span aria-hidden className="size-6 animate-spin rounded-full border-2 border-line border-t-accent" />
      <span className="sr-only">{label}</span>
    </span>
  )
}

/** A spinner for the whole page. */
export function PageSpinner({ label }: { label: string }) {
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label={label} />
    </div>
  )
}
