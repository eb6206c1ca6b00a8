// How a followed athlete's team is named.
import { dotted } from './dotted.ts'
import { teamKey } from '#domain/team.ts'
import { t } from './t.ts'

/** An athlete's team, and the followed team whose rule created the follow: 'via Alpha', or 'Alpha – Recife · via Alpha'. */
export function teamText({ team, via }: { team: string | null; via: string | null }): string {
  const rule = via !== null && t('team.via', { team: via })
  const isSame = team !== null && via !== null && teamKey(team) === teamKey(via)
  return dotted([!isSame && team, rule])
}
