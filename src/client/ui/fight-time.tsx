// A fight's time in one line: venue time, followed by the viewer's own time if it differs.
import { clockText } from '#client/texts/format.ts'
import type { When } from '#client/texts/match-words.ts'
import { t } from '#client/texts/t.ts'

type Props = {
  when: When
  className: string
  /** The screen already names the venue's time zone. */
  hidesZone?: boolean
}

export function FightTime({ when, className, hidesZone = false }: Props) {
  const { time, instant, zone, own } = when
  if (!time) return <span className={className}>{t('match.unknown')}</span>
  return (
    <>
      <time dateTime={instant ?? undefined} className={className}>
        {clockText(time)}
      </time>
      {own !== null && <span className="text-xs font-normal text-muted">{hidesZone ? own : `${zone} · ${own}`}</span>}
    </>
  )
}
