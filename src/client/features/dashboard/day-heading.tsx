// The headings of the day list.
import type { SectionName } from '#contract/day-list.ts'
import { dayText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'

type Props = {
  name: SectionName
  day: string | null
  /** The tournament of all matches below; null if they name it themselves, or if there is only one. */
  tournamentName: string | null
}

export function DayHeading({ name, day, tournamentName }: Props) {
  return <SectionHeading text={name === 'day' ? dayText(day ?? '') : t(`day.${name}`)} detail={tournamentName} />
}

/** `detail` is shortened if there is little space. */
export const SectionHeading = ({ text, detail = null, id }: { text: string; detail?: string | null; id?: string }) => (
  <h2
    id={id}
    className="flex items-center gap-3 pt-1 text-sm font-bold text-muted after:h-px after:flex-1 after:bg-line/60"
  >
    <span className="min-w-0 truncate">
      {text}
      {detail !== null && <span className="font-normal"> · {detail}</span>}
    </span>
  </h2>
)
