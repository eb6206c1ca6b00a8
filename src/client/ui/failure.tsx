// A form's error message, beside the form and announced to screen readers.

export function Failure({ text, className = 'mb-3' }: { text: string; className?: string }) {
  return (
    <p role="alert" className={`text-sm font-semibold text-live ${className}`}>
      {text}
    </p>
  )
}
