// Decision D18: a table or view has every field of the records of core.md section 3 and sharing-and-admin.md section 3, under the
// same name.
import { expect, it } from 'vitest'
import { openTestDatabase } from '#support/database.ts'
import { connect } from '#support/sql.ts'

const records = {
  users: 'id username email password',
  password_reset_tokens: 'id userId token expiresAt used createdAt',
  tournaments:
    'id name bjjCompSystemId orderOfFightsUrl bracketsUrl logoUrl dateRange location venue city state country timezone status createdAt',
  user_tournaments: 'id userId tournamentId addedAt',
  tournament_days: 'id tournamentId dayNumber dayName weekday date matsCount bjjCompSystemUrl',
  // A view: the stored fields of the table `athletes`, and the fields that are computed from the fights.
  athlete_records:
    'id tournamentId bjjCompSystemId name belt team division currentStatus totalMatches createdAt lastUpdated',
  user_followed_athletes: 'id userId athleteId createdAt',
  followed_athlete_data:
    'id userId athleteId name bjjCompSystemId currentTournamentId orderOfFightsUrl division weightClass belt team totalMatches completedMatches wins losses draws submissions points advantages averageMatchDuration submissionRate winRate nextMatchTime currentStatus bracketPosition notificationsEnabled smsNotifications emailNotifications lastUpdated createdAt notes tags scrapedData lastScrapedAt',
  matches:
    'id athleteId tournamentId matchId round division category opponent opponentTeam opponentBjjCompSystemId result method submissionType points advantages penalties time scheduledTime scheduledDateTime date timeSlot mat fightNumber status isUpcoming winner loser createdAt updatedAt scrapedAt',
  shareable_links: 'id userId linkId title createdAt expiresAt isActive',
}

it('Each record of the specification has each of its fields under its name [D18]', async () => {
  await using database = await openTestDatabase()
  const sql = connect(database.url)
  const columns = await sql<{ relation: string; name: string }[]>`
    select table_name as relation, column_name as name from information_schema.columns where table_schema = 'public'`
  await sql.end()
  const existing = new Set(columns.map(({ relation, name }) => `${relation}.${name}`))
  const wanted = Object.entries(records).flatMap(([relation, fields]) =>
    fields
      .split(' ')
      .map((field) => `${relation}.${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`),
  )
  expect(wanted.filter((field) => !existing.has(field))).toEqual([])
})
