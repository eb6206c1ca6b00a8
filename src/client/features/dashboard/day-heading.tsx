// The headings of the day list.
import type { SectionName } from '#contract/day-list.ts'
import { dayText } from '#client/texts/format.ts'
import { t } from '#client/texts/t.ts'

export function DayHeading({ name, day }: { name: SectionName; day: string | null }) {
  return <SectionHeading text={name === 'day' ? dayText(day ?? '') : t(`day.${name}`)} />
}

export const SectionHeading = ({ text, id }: { text: string; id?: string }) => (
  <h2
    id={id}
    className="flex items-center gap-3 pt-1 text-sm font-bold text-muted after:h-px after:flex-1 after:bg-line/60"
  >
    {text}
  </h2>
)
