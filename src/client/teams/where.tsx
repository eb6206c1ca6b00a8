// Where a team is followed: in one tournament, or wherever it enters.
import { t } from '#client/texts/t.ts'
import { Choice } from '#client/ui/check-box.tsx'

type Props = {
  /** The tournaments to choose from, each with the text of its choice. */
  tournaments: readonly { id: number; label: string }[]
  /** Null: wherever the team enters. */
  chosen: number | null
  onChoose: (tournamentId: number | null) => void
}

export function WhereField({ tournaments, chosen, onChoose }: Props) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-base font-bold">{t('team.where')}</legend>
      {tournaments.map(({ id, label }) => (
        <Choice
          key={id}
          type="radio"
          name="where"
          label={label}
          checked={chosen === id}
          onChange={() => onChoose(id)}
        />
      ))}
      <Choice
        type="radio"
        name="where"
        label={t('team.everywhere')}
        text={t('team.everywhereText')}
        checked={chosen === null}
        onChange={() => onChoose(null)}
      />
    </fieldset>
  )
}
