// An error message beside what has failed, announced by screen readers.

export function Failure({ text, className = 'mb-3' }: { text: string; className?: string }) {
  return (
    <p role="alert" className={`text-sm font-semibold text-live ${className}`}>
      {text}
    </p>
  )
}
