// Reads the list of categories: a card for each division of one gender, twice on the page, in a wide and a narrow layout.
import { divisionText, readDivision } from '#domain/division.ts'
import type { Page } from '#domain/page.ts'
import type { CategoriesReading } from '#domain/reading.ts'
import { all, byClass, linkTo, textOf, textOfClass } from './document.ts'
import { pageOf } from './pages.ts'
import type { ContentOf, ReaderInput } from './reader-input.ts'

const links = linkTo((href) => href.includes('/categories/'))

/** The card shows age, belt and weight; the gender is that of the requested page. */
export function readCategories(
  page: Extract<Page, { kind: 'categories' }>,
  { document, context, problems }: ReaderInput,
): ContentOf<CategoriesReading> {
  const gender = page.gender === 'female' ? 'Female' : 'Male'
  const categories = new Map<string, ContentOf<CategoriesReading>['categories'][number]>()
  for (const link of all(links, document.root)) {
    const target = pageOf(link.attribs['href'] ?? '', context.origin)
    if (target?.kind !== 'bracket') continue
    const where = `category ${target.category}`
    if (target.tournament !== page.tournament) {
      problems.addOddity('foreign-link', where, `belongs to tournament ${target.tournament}`)
      continue
    }
    const card = byClass(link)
    const labels = (card.get('category-card__label-text') ?? []).map(textOf)
    const parsed = readDivision([textOfClass(card, 'category-card__age-division'), gender, ...labels])
    if (!parsed) {
      problems.addLoss('bad-row', where, textOf(link))
      continue
    }
    problems.countRow()
    if (parsed.unknown !== null) problems.addOddity('unknown-word', where, parsed.unknown)
    const division = divisionText(parsed.parts)
    const before = categories.get(target.category)
    if (before && before.division !== division)
      problems.addOddity('duplicate', where, `${before.division}; ${division}`)
    if (!before) categories.set(target.category, { bjjCompSystemId: target.category, division, ...parsed.parts })
  }
  return { categories: [...categories.values()] }
}
