// Counts the requests to the source on a day with forty followed athletes of all teams.
import { countDay } from './counted-day.ts'

await countDay('athletes', 'requests to the source on a day of 8 mats, 40 followed')
