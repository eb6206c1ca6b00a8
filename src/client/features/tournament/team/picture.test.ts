import { describe, expect, it } from 'vitest'
import type { TeamResponse } from '#contract/teams.ts'
import { loadTexts } from '#client/texts/t.ts'
import { dayPicture, medalPicture, pictureText, picturedMedals } from './picture.ts'

await loadTexts('tournament')
const light = 'Adult / Male / BLUE / Light'
const teen = 'Teen 1 / Female / YELLOW / Light'
const medal = (name: string, place: number, division: string) => ({ name, place, division, points: 9, unscored: null })
const group = (name: string, points: number, medals: object[]) => ({ group: name, points, place: 1, medals })
const page = {
  team: { name: 'Alpha', aliases: [], ruleId: null },
  tournament: { name: 'Spring Open', startsOn: '2026-11-21', endsOn: '2026-11-22' },
  athletes: [
    { name: 'Rio', isUnder18: false },
    { name: 'Lua', isUnder18: true },
    { name: 'Sol', isUnder18: true },
  ],
  points: [
    group('adult-male', 18, [medal('Sol', 1, light), medal('Rio', 3, light)]),
    group('kids', 9, [medal('Lua', 1, teen)]),
  ],
} as unknown as TeamResponse

describe('A picture for sharing', () => {
  it('leaves out athletes under 18 and their groups, unless the user includes them', () => {
    const without = dayPicture(page, false)
    expect(without.rows.map(({ title }) => title)).toEqual(['Rio'])
    expect(without.medals.map(({ text }) => text)).toEqual(['0', '0', '1'])
    expect(without.facts).toEqual([{ text: 'Adult male', value: '18 points · 1st' }])
    expect(pictureText(without)).not.toMatch(/Lua|Sol|Kids/)
    const all = dayPicture(page, true)
    expect(all.rows.map(({ title }) => title)).toEqual(['Lua', 'Sol', 'Rio'])
    expect(all.facts).toHaveLength(2)
  })

  it('leaves out an athlete under 18 whose name the podium spells in another way', () => {
    const spelled = [group('adult-male', 9, [medal('SÓL', 1, light)])] as never
    expect(dayPicture({ ...page, points: spelled }, false).rows).toEqual([])
  })

  it('of the day states that it is unofficial, names the tournament, and counts the medals that do not fit', () => {
    const many = Array.from({ length: 11 }, (_, index) => medal(`Athlete ${index}`, 3, light))
    const picture = dayPicture({ ...page, points: [group('adult-male', 11, many)] as never }, false)
    expect([picture.note, picture.above]).toEqual(['Unofficial', ['Spring Open', 'Nov 21 - Nov 22, 2026']])
    expect([picture.rows.length, picture.more]).toEqual([5, 'and 6 more medals'])
  })

  it('of a day without a medal to show counts the athletes, and states that there are no medals only if the team has none', () => {
    const picture = dayPicture({ ...page, points: [group('adult-male', 0, [])] as never }, false)
    expect([picture.medals, picture.facts.map(({ text }) => text)]).toEqual([[], ['3 athletes', 'No medals yet']])
    const ofMinors = dayPicture({ ...page, points: [group('kids', 9, [medal('Lua', 1, teen)])] as never }, false)
    expect([ofMinors.medals, ofMinors.facts.map(({ text }) => text)]).toEqual([[], ['3 athletes']])
  })

  it('of one medal has the name, the medal, the division, the team and the tournament', () => {
    const [rio] = picturedMedals(page, false)
    if (!rio) throw new Error('no medal')
    expect(pictureText(medalPicture(page, rio))).toBe(
      'Rio. Spring Open. Nov 21 - Nov 22, 2026. Bronze. Adult / Male / BLUE / Light. Alpha',
    )
  })
})
