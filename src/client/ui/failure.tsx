// What went wrong with a form, told where the eye is and read aloud at once.

export function Failure({ text, className = 'mb-3' }: { text: string; className?: string }) {
  return (
    <p role="alert" className={`text-sm font-semibold text-live ${className}`}>
      {text}
    </p>
  )
}
