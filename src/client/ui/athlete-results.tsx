// An athlete's medals and record at the end of a card's first line.
import { Medal } from 'lucide-react'
import { listText } from '#client/texts/format.ts'
import { medalWord } from '#client/texts/medal-words.ts'
import { t } from '#client/texts/t.ts'

type Props = {
  placements: readonly { category: string; place: number }[]
  wins: number
  losses: number
  /** The wins and losses as they are shown: '2–1'. */
  record: string
}

export function AthleteResults({ placements, wins, losses, record }: Props) {
  const medals = placements.map(medalWord).filter((medal) => medal !== null)
  return (
    <>
      {medals.map((medal) => (
        <span key={medal.text} style={{ color: `var(--${medal.place})` }}>
          <Medal aria-hidden className="size-5" />
          <span className="sr-only">{medal.text}</span>
        </span>
      ))}
      {wins + losses > 0 && (
        <span className="shrink-0 text-base font-bold">
          <span aria-hidden>{record}</span>
          <span className="sr-only">
            {listText([t('followed.wins', { count: wins }), t('followed.losses', { count: losses })])}
          </span>
        </span>
      )}
    </>
  )
}
