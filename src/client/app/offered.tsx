// The app's offer and the pending changes, overlaid at the bottom of the page so that nothing moves when they appear.
import { BellOff, CloudUpload, Download, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'
import type { PendingChange } from '#client/follow/pending-changes.ts'
import { usePendingChanges } from '#client/live/context.tsx'
import { t } from '#client/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { type Offer, offerStore, withdraw } from './offers.ts'

export function Offered() {
  const offer = useSyncExternalStore(offerStore.subscribe, offerStore.current)
  const pendingChanges = usePendingChanges()
  return (
    <>
      {/* Spacer, so that the end of the page can be scrolled above the overlay. */}
      <div aria-hidden className="h-32" />
      <div className="pointer-events-none fixed inset-x-0 bottom-[calc(3.5rem+var(--foot)+env(safe-area-inset-bottom))] z-10 mx-auto flex max-w-120 flex-col gap-1.5 p-2 lg:bottom-[calc(0.5rem+var(--foot))] lg:left-60">
        {pendingChanges.length > 0 && <PendingChangesCard changes={pendingChanges} />}
        {offer && <OfferCard offer={offer} />}
      </div>
    </>
  )
}

function PendingChangesCard({ changes }: { changes: readonly PendingChange[] }) {
  return (
    <Card icon={<CloudUpload aria-hidden className="size-5 shrink-0 text-late" />}>
      <div role="status">
        <p className="text-base font-semibold">{t('waiting.title', { count: changes.length })}</p>
        <p className="line-clamp-2 text-sm text-muted">{changes.map(changeText).join(' · ')}</p>
      </div>
    </Card>
  )
}

const changeText = ({ name, follow }: PendingChange): string =>
  t(follow ? 'waiting.follow' : 'waiting.unfollow', { name })

const words = {
  update: ['offer.update', 'offer.updateText', 'app.reload', 'offer.later'],
  'alerts-stopped': ['offer.alertsStopped', 'offer.alertsStoppedText', 'offer.alertsAccept', 'offer.alertsDecline'],
  'alerts-denied': ['offer.alertsStopped', 'offer.alertsDenied', null, 'offer.understood'],
  install: ['offer.install', 'offer.installText', 'offer.accept', 'offer.decline'],
  'install-by-hand': ['offer.install', 'offer.byHand', null, 'offer.understood'],
} as const

function OfferCard({ offer: { kind, accept, decline } }: { offer: Offer }) {
  const [title, text, yes, no] = words[kind]
  const Icon = kind === 'update' ? RefreshCw : kind.startsWith('alerts') ? BellOff : Download
  const dismiss = (): void => {
    withdraw(kind)
    decline?.()
  }
  return (
    <section aria-label={t('offer.label')}>
      <Card icon={<Icon aria-hidden className="size-5 shrink-0 text-muted" />}>
        <div role="status">
          <p className="text-base font-semibold">{t(title)}</p>
          <p className="text-sm text-muted">{t(text)}</p>
        </div>
        <div className="mt-1.5 flex flex-wrap gap-2">
          {yes && <Button onClick={accept}>{t(yes)}</Button>}
          <Button look="outline" onClick={dismiss}>
            {t(no)}
          </Button>
        </div>
      </Card>
    </section>
  )
}

function Card({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="card pointer-events-auto flex min-h-12 gap-3 bg-raised px-3 py-2">
      <span className="mt-0.5">{icon}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
