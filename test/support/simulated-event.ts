// A simulated tournament whose pages are parsed without a server: the readings that ingest could make at any time.
import { pageKey, type Page } from '#domain/page.ts'
import type { Reading } from '#domain/reading.ts'
import { bjjcompsystem } from '#sources'
import { completePlan, hoursOf, type PlanDraft } from '../../simulator/tournament/plan.ts'
import { truthOf, type Truth } from '../../simulator/truth.ts'
import { GeneratedSite } from '../../simulator/generated-site.ts'

export type SimulatedEvent = {
  /** The tournament's id at the source. */
  id: string
  /** The start of its first fights, epoch ms. */
  opensAt: number
  /**
   * Parses the categories, schedule, boards, brackets and the list of each category's first athlete as they are at `now` (epoch
   * ms), with a fingerprint of each body. Times must not decrease.
   */
  readAll(now: number): PageReading[]
  truth(now: number): Truth
}

export type PageReading = { key: string; reading: Reading; bodyHash: string; body: string }

const origin = 'http://simulator.test'

/** Creates the event; by default it opens on 2026-11-21. */
export function simulateEvent(draft: PlanDraft, seed = 1): SimulatedEvent {
  const plan = completePlan(draft, () => '2026-11-21')
  const site = new GeneratedSite(() => [plan], seed, '')
  const id = String(plan.id)
  const endsOn = new Date(Date.parse(plan.firstDay) + (plan.days - 1) * 86_400_000).toISOString().slice(0, 10)
  const context = { today: plan.firstDay, startsOn: plan.firstDay, endsOn, origin }

  function read(page: Page, now: number): PageReading | undefined {
    const url = new URL(bjjcompsystem.address(page), origin)
    const answer = site.page({ url, now, language: 'en', omitNavigation: false })
    if (!answer || answer.status !== 200) return undefined
    const body = String(answer.render())
    return {
      key: pageKey(page),
      reading: bjjcompsystem.read(page, body, context),
      bodyHash: `${answer.stamp}/${url.pathname}${url.search}/${body.length}/${hashOf(body)}`,
      body,
    }
  }

  const truth = (now: number): Truth => {
    const tournament = site.tournament(plan.id, now)
    if (!tournament) throw new Error(`the simulator has no tournament ${plan.id} at ${new Date(now).toISOString()}`)
    return truthOf(tournament)
  }

  return {
    id,
    opensAt: hoursOf(plan).opensAt,
    truth,
    readAll(now) {
      const known = truth(now)
      const pages: Page[] = [
        { kind: 'categories', tournament: id, gender: 'male' },
        { kind: 'categories', tournament: id, gender: 'female' },
        { kind: 'schedule', tournament: id },
        ...known.days.flatMap((day) =>
          Array.from({ length: Math.ceil(day.mats.length / 4) }, (_, index): Page => ({
            kind: 'board',
            tournament: id,
            day: String(day.id),
            page: index + 1,
          })),
        ),
        ...known.categories.map((category): Page => ({
          kind: 'bracket',
          tournament: id,
          category: String(category.id),
        })),
        ...[
          ...new Set(
            known.categories.flatMap((category) => category.athletes.slice(0, 1).map((athlete) => athlete.id)),
          ),
        ].map((competitor): Page => ({ kind: 'competitor', tournament: id, competitor: String(competitor) })),
      ]
      return pages.flatMap((page) => read(page, now) ?? [])
    },
  }
}

/** FNV-1a: enough to distinguish two bodies of a page. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(16)
}
