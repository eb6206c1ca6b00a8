// A form's error message, shown beside the form and announced by screen readers.

export function Failure({ text, className = 'mb-3' }: { text: string; className?: string }) {
  return (
    <p role="alert" className={`text-sm font-semibold text-live ${className}`}>
      {text}
    </p>
  )
}
