// The texts of the steps of an athlete's day, on cards and in the list on the profile.
import { computableZone } from '#domain/instant.ts'
import { type DayStep, minutesLeft, movedMinutes, type StepStage, stageOf } from '#domain/steps.ts'
import { clockText, clockTime, clockTimeIn, dayText, minutesText } from './format.ts'
import { sourceText, t } from './t.ts'

export type StepWords = {
  /** With the step's division. */
  text: string
  /** The same in short, for a match's card. */
  short: string
  /** `late` for the open class, whose registration ends minutes after the medal. */
  tone: 'late' | 'plain'
  /** By how much the step has moved earlier, and where it was; null if it has not moved. */
  moved: { by: string; was: string } | null
  /** What to bring and to check; null for none. */
  checks: string[] | null
}

/** A time to report or to weigh in that is further ahead than this, in ms, is shown with its day. */
const dayShownBeyond = 8 * 3_600_000

/** The one line on a card at `now` (epoch ms). `steps`: all steps of the athlete, whose divisions the line distinguishes. */
export function stepWords(step: DayStep, now: number, steps: readonly DayStep[]): StepWords {
  const tone = step.kind === 'open-class' ? 'late' : 'plain'
  const checks = ('checks' in step && step.checks?.map((check) => t(`step.check.${check}`))) || null
  const of = (line: string): string => withDivision(line, step, steps)
  const line = lineOf(step, now)
  return { text: of(line), short: of(shortOf(step, now) ?? line), tone, moved: moveOf(step), checks }
}

/** 'Report by 4:05 PM for Heavy'; the open class and a withdrawal are named after the division, not for it. */
function withDivision(line: string, step: DayStep, steps: readonly DayStep[]): string {
  if (step.category === null) return line
  const division = divisionName(step.category, steps)
  return step.kind === 'open-class' || step.kind === 'withdrawn'
    ? `${line} · ${division}`
    : t('step.for', { step: line, division })
}

/** The weight of a division; the whole division if the athlete has another one of that weight. */
function divisionName(category: string, steps: readonly DayStep[]): string {
  const weightOf = (division: string | null): string | undefined => division?.split(' / ').at(-1)
  const weight = weightOf(category)
  const isShared = steps.some((other) => other.category !== category && weightOf(other.category) === weight)
  return sourceText((isShared ? null : weight) ?? category)
}

function moveOf(step: DayStep): StepWords['moved'] {
  if (!('was' in step) || !step.was) return null
  const { day, time } = step.was
  const was = day === step.day ? localClock(time) : `${localClock(time)}, ${dayText(day)}`
  return {
    by: t('match.movedEarlier', { duration: minutesText(movedMinutes(step)) }),
    was: t('match.wasTime', { time: was }),
  }
}

/** A shorter line: a report without its day, or the minutes of an open class; null if the whole line is short. */
function shortOf(step: DayStep, now: number): string | null {
  if (step.kind === 'report') return t('step.reportShort', { time: localClock(step.time) })
  if (step.kind !== 'open-class' || step.until === null) return null
  return t('step.openClassShort', { count: minutesLeft(step.until, now) })
}

function lineOf(step: DayStep, now: number): string {
  switch (step.kind) {
    case 'report':
      return isFar(step.at, now)
        ? t('step.reportOn', { time: localClock(step.time), day: dayText(step.day) })
        : t('step.report', { time: localClock(step.time) })
    case 'alone':
      if (step.time === null || step.day === null) return t('step.alone')
      return isFar(step.at, now)
        ? t('step.aloneOn', { time: localClock(step.time), day: dayText(step.day) })
        : t('step.aloneBy', { time: localClock(step.time) })
    case 'open-class':
      return step.until !== null && stageOf(step, now) === 'now'
        ? t('step.open-class', { count: minutesLeft(step.until, now) })
        : t('step.openClassTitle')
    case 'weigh-in':
      return t('step.weigh-in', { count: step.tries ?? 1 })
    case 'podium':
    case 'withdrawn':
      return t(`step.${step.kind}`)
  }
}

/** The entry in the list of all `steps`: its heading and what to know about it. `timezone`: the venue's. */
export function stepEntry(
  step: DayStep,
  now: number,
  timezone: string | null,
  steps: readonly DayStep[],
): { stage: StepStage; title: string; moved: StepWords['moved']; text: string | null; checks: string[] | null } {
  const stage = stageOf(step, now)
  const { text: title, moved, checks } = stepWords(step, now, steps)
  const text = explanation(step, stage, timezone)
  return stage === 'done' ? { stage, title, moved: null, text, checks: null } : { stage, title, moved, text, checks }
}

function explanation(step: DayStep, stage: StepStage, timezone: string | null): string | null {
  if (step.kind === 'open-class') {
    if (step.isDone) return t('step.openClassEntered')
    const zone = computableZone(timezone)
    if (step.until === null) return t('step.openClassUntimed', { count: step.minutes })
    if (stage === 'done') return t('step.openClassOver')
    if (zone === null) return t('step.openClassUntimed', { count: step.minutes })
    return t('step.openClassText', { time: clockText(clockTimeIn(zone, Date.parse(step.until))) })
  }
  if (step.kind === 'withdrawn') return t('step.withdrawnText')
  if (stage === 'done' || step.kind === 'podium' || step.kind === 'alone') return null
  return step.kind === 'report' ? t('step.reportText') : t('step.weigh-inText')
}

const localClock = (time: string): string => clockText(clockTime(time))
const isFar = (at: string | null, now: number): boolean => at === null || Date.parse(at) - now > dayShownBeyond
