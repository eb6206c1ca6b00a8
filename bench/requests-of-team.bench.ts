// Counts the requests to the source on a day with forty followed athletes of one team.
import { countDay } from './counted-day.ts'

await countDay('team', 'requests to the source on a day of 8 mats, a team of 40 followed')
