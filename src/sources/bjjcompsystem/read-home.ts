// Reads the home page: the tournaments that the source currently lists.
import { cleanText } from '#domain/name.ts'
import { isExternalId } from '#domain/page.ts'
import type { HomeReading } from '#domain/reading.ts'
import { all, closest, linkTo, type Query, textOf } from './document.ts'
import { logoAddress, ownOrigins } from './logo-address.ts'
import { pageOf } from './pages.ts'
import type { ContentOf, ReaderInput } from './reader-input.ts'

const select: Query = ({ name, attribs }) => name === 'select' && attribs['id'] === 'tournament_id'
const options: Query = (element) =>
  element.name === 'option' && element.attribs['value'] !== undefined && closest(element, select) !== undefined
const blocks: Query = ({ attribs }) => attribs['id']?.startsWith('tournament-display-') ?? false
const images: Query = ({ name, attribs: { alt, src } }) => name === 'img' && (alt ?? src) !== undefined
const links = linkTo((href) => href.includes('/tournament_days/'))

type Listed = ContentOf<HomeReading>['tournaments'][number]

/**
 * The select is the most reliable list. A tournament's block adds its logo and one day, and its name if the select does not have
 * it.
 */
export function readHome({ document, context, problems }: ReaderInput): ContentOf<HomeReading> {
  const tournaments = new Map<string, Listed>()
  for (const option of all(options, document.root)) {
    const id = option.attribs['value']?.trim() ?? ''
    const name = textOf(option)
    if (id === '') continue
    if (!isExternalId(id) || name === '') problems.addLoss('bad-row', 'tournament list', `${id}: ${name}`)
    else {
      problems.countRow()
      tournaments.set(id, { bjjCompSystemId: id, name, logoUrl: null, dayId: null })
    }
  }
  const own = ownOrigins(context)
  for (const block of all(blocks, document.root)) {
    const id = /^tournament-display-([0-9]{1,10})$/.exec(block.attribs['id'] ?? '')?.[1]
    if (id === undefined) continue
    const [image] = all(images, block)
    const name = tournaments.get(id)?.name ?? cleanText(image?.attribs['alt'] ?? '')
    if (name === '') {
      problems.addLoss('bad-row', `tournament block ${id}`, 'no name')
      continue
    }
    problems.countRow()
    const days = all(links, block).flatMap((link) => {
      const page = pageOf(link.attribs['href'] ?? '', context.origin)
      return page?.kind === 'board' && page.tournament === id ? [page.day] : []
    })
    tournaments.set(id, {
      bjjCompSystemId: id,
      name,
      logoUrl: logoAddress(image?.attribs['src'], own.pages, own),
      dayId: days[0] ?? null,
    })
  }
  return { tournaments: [...tournaments.values()] }
}
