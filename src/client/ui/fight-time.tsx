// A fight's time in one line: venue time, followed by the time in the user's own zone if it differs. An estimated
// time has its window.
import { t } from '#client/texts/t.ts'
import { type EstimateWords, spokenTime, type When, type Word } from '#client/texts/time-words.ts'
import { Ticking } from './clock.tsx'

type Props = {
  when: When
  className: string
  /** The screen already names the venue's time zone. */
  hidesZone?: boolean
}

export function FightTime({ when, className, hidesZone = false }: Props) {
  const { time, zone, own, estimate, schedule } = when
  if (!time) return <span className={className}>{t('match.unknown')}</span>
  return (
    <>
      <span className="sr-only">{spokenTime(when)}</span>
      <span aria-hidden className={className}>
        <ClockFace when={when} looks={lineLooks} />
      </span>
      {estimate && (
        <span aria-hidden className="text-xs font-semibold text-text">
          <EstimateWindow estimate={estimate} />
        </span>
      )}
      {schedule !== null && (
        <span aria-hidden className="text-xs font-normal text-muted">
          {schedule}
        </span>
      )}
      {estimate?.published && (
        <span className="text-xs font-normal text-muted">{t('match.published', { time: estimate.published })}</span>
      )}
      {own !== null && <span className="text-xs font-normal text-muted">{hidesZone ? own : `${zone} · ${own}`}</span>}
    </>
  )
}

type Looks = { clock: string; period: string; about: string }

const lineLooks: Looks = { clock: '', period: '', about: 'text-xs font-semibold text-muted' }

/** '2:27 PM', or 'about 2:27 PM' for an estimate. */
export function ClockFace({ when: { time, instant, estimate }, looks }: { when: When; looks: Looks }) {
  if (!time) return null
  return (
    <>
      {estimate?.before && <span className={looks.about}>{estimate.before}</span>}
      <time dateTime={instant ?? undefined}>
        <span className={looks.clock}>{time.clock}</span>
        {time.period && <span className={looks.period}>{` ${time.period}`}</span>}
      </time>
      {estimate?.after && <span className={looks.about}>{estimate.after}</span>}
    </>
  )
}

/** The ticking text, if there is one. 'earliest' before it means that it counts down to the window of an estimate. */
export function Countdown({
  earliest,
  read,
  className,
}: {
  earliest: string | null
  read: (now: number) => Word | null
  className: string
}) {
  return (
    <span className={`whitespace-nowrap has-[:empty]:hidden ${className}`}>
      {earliest !== null && <span className="text-xs font-normal text-muted">{earliest} </span>}
      <Ticking read={read} />
    </span>
  )
}

type EstimateWindowProps = {
  estimate: EstimateWords
  /** Omits the word 'old', because the caller shows elsewhere that the data are old. */
  hidesOld?: boolean
}

/** An estimate's window; while the data are old, it has a dashed frame and the word 'old' beside it. */
export function EstimateWindow({ estimate: { window, old }, hidesOld = false }: EstimateWindowProps) {
  if (old === null) return <span className="whitespace-nowrap">{window}</span>
  return (
    <>
      <span className="rounded-sm border border-dashed border-line px-1 whitespace-nowrap">{window}</span>
      {!hidesOld && <span className="font-bold whitespace-nowrap"> {t('match.old')}</span>}
    </>
  )
}
