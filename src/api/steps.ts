// Calls about the steps of the day that the user wants to see and to be alerted to.
import type { Store } from '#store'
import type { Handlers } from './calls.ts'
import type { Limits } from './limits.ts'

export const stepHandlers = ({
  store,
  limits,
}: {
  store: Pick<Store, 'stepPreferences'>
  limits: Limits
}): Handlers<'steps' | 'writeSteps'> => ({
  steps: async ({ session: { userId } }) => ({
    success: true,
    preferences: await store.stepPreferences.read(userId),
  }),

  async writeSteps({ session: { userId }, body, ip }) {
    await limits.take('alerts', { userId, ip })
    await store.stepPreferences.write(userId, body)
    return { success: true, preferences: body }
  },
})
