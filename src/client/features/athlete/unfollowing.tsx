// Covers the page from the unfollow until the screen is left, or the unfollow fails.
import { Dialog } from 'radix-ui'
import { t } from '#client/texts/t.ts'
import { Spinner } from '#client/ui/spinner.tsx'

export function Unfollowing() {
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-0 z-50 grid animate-fade place-items-center bg-ink/90 outline-none"
        >
          <div className="flex flex-col items-center gap-4">
            <Spinner label={t('profile.unfollowing')} />
            <Dialog.Title aria-hidden className="px-4 text-center text-xl font-bold">
              {t('profile.unfollowing')}
            </Dialog.Title>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
