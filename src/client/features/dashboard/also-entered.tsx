// Athletes of other tournaments who are, or may be, people whom the user follows: an offer to follow each of them.
import { dotted } from '#client/texts/dotted.ts'
import { useEffect, useRef, useState } from 'react'
import type { PersonOffer } from '#contract/people.ts'
import { useOffers } from '#client/follow/person-offers.ts'
import { useIsOnline } from '#client/requests/network.ts'
import { tournamentDates } from '#client/texts/calendar-words.ts'
import { numberText } from '#client/texts/format.ts'
import { offerFailure } from '#client/texts/people-words.ts'
import { beltText } from '#client/texts/belt-words.ts'
import { sourceText, t } from '#client/texts/t.ts'
import { BeltStripe } from '#client/ui/belt-stripe.tsx'
import { Button } from '#client/ui/button.tsx'
import { Failure } from '#client/ui/failure.tsx'
import { useHistoryState } from '#client/ui/history.ts'
import { moveFocus } from '#client/ui/move-focus.ts'
import { showToast } from '#client/ui/toast.ts'
import { UpdatesPill } from '#client/ui/updates-pill.tsx'

/** Number of offers shown before the user shows all, so that the followed athletes below stay visible. */
const shownAtFirst = 2

/** How long the toast with the reason why an offer has ended stays, in ms. The reason is shown nowhere else. */
const reasonShownFor = 8_000

/** Renders nothing if there are no offers. */
export function AlsoEntered() {
  const { offers, failureOf, answer } = useOffers({
    accepted: ({ name }) => showToast({ title: t('people.followed', { name }) }),
    gone: ({ name }, error) =>
      showToast({
        kind: 'failure',
        title: t('athletes.followFailed', { name }),
        text: offerFailure(error),
        duration: reasonShownFor,
      }),
  })
  const { shown, waiting, show } = useHeldOffers(offers)
  const isOnline = useIsOnline()
  const [showsAll, setShowsAll] = useHistoryState('offers.isAll', false)
  const heading = useRef<HTMLHeadingElement>(null)
  const [taps, setTaps] = useState(0)
  useEffect(() => {
    // In an effect, because the heading may be rendered only by the tap that shows the first offers.
    if (taps > 0) moveFocus(heading.current)
  }, [taps])
  const pill = (
    <UpdatesPill
      count={waiting}
      text={t('people.show', { count: waiting })}
      onShow={() => {
        show()
        setTaps(taps + 1)
      }}
    />
  )
  if (shown.length === 0) return pill
  const hidden = showsAll ? 0 : Math.max(0, shown.length - shownAtFirst)
  return (
    <section aria-labelledby="also-entered" className="flex flex-col gap-1.5">
      <div className="-my-1 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2 id="also-entered" ref={heading} tabIndex={-1} className="text-sm font-bold text-muted outline-none">
          {t('people.title')} <span className="font-semibold">· {numberText(shown.length)}</span>
        </h2>
        {hidden > 0 && (
          <Button
            look="quiet"
            className="-mr-3"
            onClick={() => {
              moveFocus(heading.current)
              setShowsAll(true)
            }}
          >
            {t('people.showAll')}
          </Button>
        )}
      </div>
      {!isOnline && (
        <p role="status" className="text-sm text-late">
          {t('people.offline')}
        </p>
      )}
      <ul className="grid list-none grid-cols-1 gap-2.5 lg:grid-cols-2">
        {shown.slice(0, shown.length - hidden).map((offer) => (
          <Offer
            key={offer.athlete.id}
            offer={offer}
            isOnline={isOnline}
            failure={failureOf(offer.athlete.id)}
            onAnswer={(given) => {
              // The focused button is removed with its offer, and the heading with the last one.
              moveFocus(shown.length > 1 ? heading.current : null)
              answer(offer.athlete, given)
            }}
          />
        ))}
      </ul>
      {pill}
    </section>
  )
}

/**
 * The offers to show, and the number of those that arrived while the screen was open: these would move the cards below under the
 * user's thumb, so they are hidden until the user shows them.
 */
function useHeldOffers(offers: readonly PersonOffer[]) {
  const idsOf = (list: readonly PersonOffer[]): number[] => list.map(({ athlete }) => athlete.id)
  const [known, setKnown] = useState(() => new Set(idsOf(offers)))
  const shown = offers.filter(({ athlete }) => known.has(athlete.id))
  return {
    shown,
    waiting: offers.length - shown.length,
    show(): void {
      setKnown(new Set([...known, ...idsOf(offers)]))
      window.scrollTo({ top: 0 })
    },
  }
}

type Props = {
  offer: PersonOffer
  isOnline: boolean
  failure: Error | null
  onAnswer: (answer: 'accepted' | 'declined') => void
}

function Offer({ offer, isOnline, failure, onAnswer }: Props) {
  const { kind, athlete, tournament, known } = offer
  const isCertain = kind === 'same-id'
  const facts = [
    tournamentDates(tournament),
    athlete.division === null ? beltText(athlete.belt) : sourceText(athlete.division),
  ]
  const labelOf = (action: string): string =>
    t('people.about', { action, name: athlete.name, tournament: tournament.name })
  const accept = t(isCertain ? 'athletes.follow' : 'people.yes')
  const decline = t(isCertain ? 'people.dontAskAgain' : 'people.other')
  return (
    <li className="card flex flex-wrap items-center justify-end gap-x-3 gap-y-1.5 py-2 pr-2 pl-4.5">
      <BeltStripe belt={athlete.belt} />
      <div className="min-w-[min(18rem,100%)] flex-1 text-sm text-muted">
        <h3 lang="" translate="no" className="text-base leading-tight font-[650] break-words text-text">
          {athlete.name}
        </h3>
        <p className="text-text">{tournament.name}</p>
        <p className="text-text empty:hidden">{dotted(facts)}</p>
        <p>{t(isCertain ? 'people.sameId' : 'people.alike', { tournament: known.tournament })}</p>
        {failure && <Failure text={offerFailure(failure)} className="mt-1" />}
      </div>
      <div className="flex flex-wrap justify-end gap-1">
        <Button look="danger" aria-label={labelOf(decline)} disabled={!isOnline} onClick={() => onAnswer('declined')}>
          {decline}
        </Button>
        <Button look="outline" aria-label={labelOf(accept)} disabled={!isOnline} onClick={() => onAnswer('accepted')}>
          {accept}
        </Button>
      </div>
    </li>
  )
}
