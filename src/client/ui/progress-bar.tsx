// A progress bar; `percent` is 0 to 100.

export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const shown = Math.round(Math.min(100, Math.max(0, percent)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      className="mt-1 h-1.5 overflow-hidden rounded-full bg-raised"
    >
      <div
        className="h-full origin-left rounded-full bg-accent transition-transform"
        style={{ transform: `scaleX(${shown / 100})` }}
      />
    </div>
  )
}
