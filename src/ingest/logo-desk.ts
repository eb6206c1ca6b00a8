// The desk of the logos: what the store says is due, what each answer means, and when it is asked for again. The last good
// image stays, whatever comes after it.
import type { Logo } from '#domain/page.ts'
import { pageKey } from '#domain/page.ts'
import type { Clock } from '#platform/clock.ts'
import { type DueLogo, refusedImage, type Store } from '#store'
import { jittered } from './cadence.ts'
import type { Desk } from './desk.ts'
import type { Fetched } from './fetcher.ts'
import { checkLogo } from './logo-check.ts'
import type { IngestMetrics } from './measures.ts'
import { priorities } from './politeness.ts'
import type { Wish } from './schedule.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A logo hardly ever changes. */
const readEvery = 7 * day
const goneRetry = day
const forbiddenRetry = day
/** Asked for again after ten minutes, twenty, forty … */
const failedRetry = 10 * minute
const longestRetry = day
/** Where no request is needed to find out. */
const notAllowedRetry = hour
const lookEvery = 5_000

export type LogoDesk = Desk<Logo> & {
  /** The lists were read: there may be new ones. */
  lookAgain(): void
}

type LogoDeskParts = { store: Store; clock: Clock; metrics: IngestMetrics }

/** Opens the desk; nothing is due before its first upkeep. */
export function openLogoDesk({ store: { logos, pages }, clock, metrics }: LogoDeskParts): LogoDesk {
  let due = new Map<string, DueLogo>()
  let lookedAt = -Infinity
  let readings = 0
  /** Those that could not be recorded: how often in a row, and when they may be asked for again, monotonic. */
  const stumbled = new Map<string, { times: number; until: number }>()

  const itemOf = ({ address, sponsor }: DueLogo): Logo => ({ kind: 'logo', address, sponsor })

  const touch = (
    logo: Logo,
    { status, ms, bytes }: Pick<Fetched, 'status' | 'ms' | 'bytes'>,
    outcome: string,
    { at, nextAt, error = null }: { at: number; nextAt: number; error?: string | null },
  ): Promise<void> => {
    metrics.requests.inc({ kind: logo.kind, outcome })
    metrics.bytes.inc(bytes)
    metrics.duration.observe(ms / 1000)
    const retryAt = outcome === 'changed' || outcome === 'unchanged' ? null : nextAt
    return pages.touch(logo, {
      tournamentId: null,
      at,
      outcome,
      status,
      ms,
      bytes,
      error,
      everyMs: readEvery,
      retryAt,
    })
  }

  async function takeImage(logo: Logo, fetched: Fetched & { kind: 'page' }, at: number): Promise<void> {
    const nextAt = at + jittered(readEvery, logo.address, ++readings)
    const checked = await checkLogo(fetched.body, clock)
    if (checked.kind === 'failed') return retryLater(logo, fetched, at, checked.why)
    if (checked.kind === 'refused') {
      await logos.fail(logo.address, 0, nextAt)
      await touch(logo, fetched, 'unusable', { at, nextAt, error: checked.why })
      await logos.noteProblem(logo, { code: refusedImage, detail: checked.why })
      return
    }
    await logos.keep(logo.address, { ...checked, ...fetched.validators }, { at, nextAt })
    await touch(logo, fetched, 'changed', { at, nextAt })
    await logos.noteProblem(logo, null)
  }

  async function retryLater(logo: Logo, fetched: Fetched, at: number, error: string, atLeast = 0): Promise<void> {
    const failures = (due.get(pageKey(logo))?.failures ?? 0) + 1
    const wait = fetched.status === 403 ? forbiddenRetry : failedRetry * 2 ** (failures - 1)
    const nextAt = at + Math.max(Math.min(wait, longestRetry), atLeast)
    await logos.fail(logo.address, failures, nextAt)
    await touch(logo, fetched, 'failed', { at, nextAt, error })
  }

  return {
    name: 'logos',
    wishes: () =>
      [...due].map(([key, logo]): Wish<Logo> => ({
        page: itemOf(logo),
        key,
        priority: priorities.logo,
        dueAt: 0,
        every: readEvery,
      })),
    validatorsOf: (key) => due.get(key)?.validators ?? undefined,
    async take({ page: logo, key }, fetched, at) {
      switch (fetched.kind) {
        case 'page':
          await takeImage(logo, fetched, at)
          break
        case 'not-modified': {
          const nextAt = at + jittered(readEvery, logo.address, ++readings)
          await logos.confirm(logo.address, { at, nextAt })
          await touch(logo, fetched, 'unchanged', { at, nextAt })
          await logos.noteProblem(logo, null)
          break
        }
        case 'gone':
        case 'missing': {
          const nextAt = at + goneRetry
          await logos.fail(logo.address, 0, nextAt)
          await touch(logo, fetched, 'gone', { at, nextAt })
          break
        }
        case 'failed':
          await retryLater(logo, fetched, at, `${fetched.why}: ${fetched.detail}`, fetched.retryAfter ?? 0)
      }
      due.delete(key)
      stumbled.delete(key)
      if (due.size === 0) lookedAt = -Infinity
    },
    async forbid({ page: logo, key }, why) {
      await logos.fail(logo.address, due.get(key)?.failures ?? 0, clock.now() + notAllowedRetry)
      await logos.noteProblem(logo, { code: 'not-allowed', detail: why })
      due.delete(key)
    },
    async upkeep() {
      const mono = clock.monotonic()
      if (mono - lookedAt < lookEvery && mono >= lookedAt) return
      lookedAt = mono
      const found = (await logos.due(clock.now())).map((logo) => [pageKey(itemOf(logo)), logo] as const)
      due = new Map(found.filter(([key]) => (stumbled.get(key)?.until ?? -Infinity) <= mono))
    },
    // Put off, so that one logo that cannot be recorded does not keep the others waiting.
    stumble(logo) {
      const key = pageKey(logo)
      const times = (stumbled.get(key)?.times ?? 0) + 1
      stumbled.set(key, { times, until: clock.monotonic() + Math.min(hour, lookEvery * 2 ** times) })
      due.delete(key)
    },
    forgetBackoff: () => undefined,
    lookAgain() {
      lookedAt = -Infinity
    },
  }
}
