// What the dialogs about teams have in common.
import type { ReactNode } from 'react'

/** The part of a dialog that scrolls. */
export const Scroll = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-0 flex-col gap-4 overflow-y-auto border-y border-line px-4 py-3">{children}</div>
)

/** Why a change failed. */
export const Failure = ({ text }: { text: string | null }) =>
  text !== null && (
    <p role="alert" className="px-4 pt-3 text-sm font-semibold text-live">
      {text}
    </p>
  )
