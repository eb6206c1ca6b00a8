// A modal dialog: Radix handles focus, the Escape key and roles; look.css keeps the page behind it from scrolling.
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { t } from '#client/texts/t.ts'
import { IconButton } from './button.tsx'
import { moveFocus } from './move-focus.ts'

type Props = {
  title: string
  /** One sentence about its purpose. */
  text?: string
  /**
   * A sheet slides in from the right; a box is centred, and at the bottom on phones; a page fills the window, for large
   * content.
   */
  shape?: 'box' | 'sheet' | 'page'
  onClose: () => void
  children: ReactNode
}

const shapes = {
  box: 'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-card sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-120 sm:-translate-1/2 sm:rounded-card animate-fade pb-[env(safe-area-inset-bottom)]',
  page: 'inset-0 animate-fade pb-[env(safe-area-inset-bottom)] sm:inset-6 sm:rounded-card',
  sheet: 'inset-y-0 right-0 w-[min(20rem,86vw)] animate-slide pb-[env(safe-area-inset-bottom)]',
}

/** What had the focus before each open dialog. */
const openers = new WeakMap<Element, Element | null>()

/** Open for as long as it is rendered. */
export function Dialog({ title, text, shape = 'box', onClose, children }: Props) {
  const [opener] = useState(() => document.activeElement)
  // A dialog that replaces another one returns the focus to the element that had it before the first dialog.
  const [earlier] = useState(() => {
    const replaced = opener?.closest('[role=dialog]')
    return replaced && openers.get(replaced)
  })
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div aria-hidden className="fixed inset-0 z-40 animate-fade bg-ink/75" />
        <Radix.Content
          ref={(content) => void (content && openers.set(content, opener))}
          className={`fixed z-50 flex flex-col border border-line bg-surface outline-none ${shapes[shape]}`}
          {...(text === undefined && { 'aria-describedby': undefined })}
          // A field marked `data-first` gets the initial focus; without one, the first focusable element gets it.
          onOpenAutoFocus={(event) => {
            const field = (event.currentTarget as Element | null)?.querySelector<HTMLElement>('[data-first]')
            if (!field) return
            event.preventDefault()
            field.focus()
          }}
          onCloseAutoFocus={(event) => {
            // There is no Radix trigger: return the focus to where it was, or to the content if that element is gone.
            event.preventDefault()
            const target = [opener, earlier].find((element) => element?.isConnected)
            if (target instanceof HTMLElement) target.focus()
            else moveFocus()
          }}
        >
          <header className="flex items-start gap-2 pt-2 pr-2 pl-4">
            <div className="min-w-0 flex-1 py-2.5">
              <Radix.Title className="text-lg font-bold">{title}</Radix.Title>
              {text !== undefined && (
                <Radix.Description className="mt-0.5 text-sm text-muted">{text}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={t('nav.close')}>
                <X aria-hidden className="size-5" />
              </IconButton>
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
