// The steps of the day that each user wants (domain/steps.ts).
import { type StepPreferences, defaultSteps } from '#domain/steps.ts'
import type { Sql } from '../database.ts'
import type { UserEvents } from './user-events.ts'

export const createStepPreferences = (sql: Sql, events: UserEvents) => ({
  async read(userId: number): Promise<StepPreferences> {
    const [row] = await sql<StepPreferences[]>`
      select report, weigh_in as "weighIn", open_class as "openClass", open_class_youth as "openClassYouth", podium
      from step_preferences where user_id = ${userId}`
    return row ?? defaultSteps
  },

  write: (userId: number, wanted: StepPreferences): Promise<void> =>
    events.write(async (tx, publish) => {
      await tx`
        insert into step_preferences (user_id, report, weigh_in, open_class, open_class_youth, podium)
        values (${userId}, ${wanted.report}, ${wanted.weighIn}, ${wanted.openClass}, ${wanted.openClassYouth}, ${wanted.podium})
        on conflict (user_id) do update set
          report = excluded.report, weigh_in = excluded.weigh_in, open_class = excluded.open_class,
          open_class_youth = excluded.open_class_youth, podium = excluded.podium`
      publish({ kind: 'alerts', userId })
    }),
})
