// The steps of an athlete's day (src/domain/steps.ts) in answers, and the calls about a user's choice of steps.
import * as z from 'zod/mini'
import { checks } from '../domain/step-rules.ts'

const step = <Kind extends string, Shape extends z.core.$ZodShape>(kind: Kind, shape: Shape) =>
  z.object({ kind: z.literal(kind), category: z.string(), ...shape })
const instant = z.nullable(z.string())
const was = z.optional(z.object({ day: z.string(), time: z.string(), seenAt: z.string() }))
const weighIn = { tries: z.optional(z.number()), checks: z.optional(z.array(z.enum(checks))) }

/** `DayStep` of src/domain/steps.ts. */
const DayStep = z.discriminatedUnion('kind', [
  step('report', { day: z.string(), time: z.string(), at: instant, isDone: z.boolean(), was }),
  step('weigh-in', { from: instant, isDone: z.boolean(), ...weighIn }),
  step('alone', { day: z.nullable(z.string()), time: z.nullable(z.string()), at: instant, was, ...weighIn }),
  step('podium', { place: z.number(), from: instant, isDone: z.boolean() }),
  step('open-class', {
    from: instant,
    until: instant,
    minutes: z.number(),
    isUnder18: z.boolean(),
    isDone: z.boolean(),
  }),
  z.object({ kind: z.literal('withdrawn'), category: z.nullable(z.string()) }),
])
export const DaySteps = z.array(DayStep)

const switchSentence = 'Each step is either on or off.'
const isOn = z.boolean(switchSentence)
/** `StepPreferences` of src/domain/steps.ts. */
export const StepPreferences = z.strictObject(
  { report: isOn, weighIn: isOn, openClass: isOn, openClassYouth: isOn, podium: isOn },
  switchSentence,
)
export const StepsResponse = z.object({ success: z.literal(true), preferences: StepPreferences })
export type StepsResponse = z.infer<typeof StepsResponse>
