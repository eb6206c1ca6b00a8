// When a fight is, in one line: by the venue's clock, and small behind it the viewer's own where that differs.
import { clockText } from '#client/texts/format.ts'
import type { When } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'

type Props = {
  when: When
  className: string
  /** The screen has said already whose clock the venue's is. */
  isZoneSaid?: boolean
}

export function FightTime({ when, className, isZoneSaid = false }: Props) {
  const { time, instant, zone, own } = when
  if (!time) return <span className={className}>{t('match.unknown')}</span>
  return (
    <>
      <time dateTime={instant ?? undefined} className={className}>
        {clockText(time)}
      </time>
      {own !== null && <span className="text-xs font-normal text-muted">{isZoneSaid ? own : `${zone} · ${own}`}</span>}
    </>
  )
}
