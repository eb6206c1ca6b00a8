// Shows the current toast, at the bottom right. A swipe to the right dismisses it; F8 moves the focus to it.
import { CircleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { t } from '#client/texts/t.ts'
import { Button } from './button.tsx'
import { removeToast, toastReach, toastStore, toastTimes } from './toast.ts'

export function Toaster() {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current)
  return (
    <Radix.Provider
      label={t('toast.label')}
      swipeDirection="right"
      swipeThreshold={toastReach.swipe}
      duration={toastTimes.plain}
    >
      {toast && (
        <Radix.Root
          key={toast.id}
          duration={toast.duration}
          type={toast.kind === 'failure' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) setTimeout(() => removeToast(toast.id), toastTimes.removedAfter)
          }}
          className={`card flex items-start gap-2 py-1 pr-1 pl-4 data-[state=closed]:hidden data-[state=open]:animate-slide data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${toast.kind === 'failure' ? 'border-live!' : ''}`}
        >
          {toast.kind === 'failure' && <CircleAlert aria-hidden className="mt-2.5 size-5 shrink-0 text-live" />}
          <div className="min-w-0 flex-1 py-2.5">
            <Radix.Title className="text-base font-bold">{toast.title}</Radix.Title>
            {toast.text !== undefined && (
              <Radix.Description className="text-sm text-muted">{toast.text}</Radix.Description>
            )}
          </div>
          {toast.action && (
            <Radix.Action asChild altText={toast.action.label}>
              <Button look="quiet" aria-label={toast.action.label} onClick={toast.action.run}>
                {toast.action.text}
              </Button>
            </Radix.Action>
          )}
          <Radix.Close
            aria-label={t('toast.close')}
            className="inline-flex size-[44px] shrink-0 items-center justify-center text-muted hover:text-text"
          >
            <X aria-hidden className="size-5" />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        label={t('toast.region', { hotkey: toastReach.hotkey })}
        hotkey={[toastReach.hotkey]}
        className="fixed right-0 bottom-[calc(3.5rem+var(--foot)+env(safe-area-inset-bottom))] z-50 w-[min(24rem,100vw)] list-none p-3 outline-none lg:bottom-(--foot)"
      />
    </Radix.Provider>
  )
}
