import { randomFrom, type Random } from './random.ts'
import type { Gender } from './vocabulary.ts'

/** Invented people and teams. Surnames are words from nature, so that the names are unlikely to be those of real people. */

const givenNames: Record<Gender, readonly string[]> = {
  Male: [
    'Aurélio',
    'Benício',
    'Caio',
    'Davi',
    'Elías',
    'Fábio',
    'Gil',
    'Heitor',
    'Ícaro',
    'Jonas',
    'Kenzo',
    'Lúcio',
    'Márcio',
    'Nilo',
    'Otávio',
    'Pável',
    'Quintín',
    'Rúben',
    'Silvan',
    'Tomé',
    'Ulises',
    'Vítor',
    'Wendel',
    'Yago',
    'Zeferino',
    'Anselm',
    'Björn',
    'Cédric',
    'Dmitri',
    'Edwin',
    'Faisal',
    'Gábor',
    'Håkon',
    'Iñaki',
    'Jarek',
    'Kofi',
    'Lorcan',
    'Mateusz',
    'Nuno',
    'Osman',
    'Priam',
    'Rasmus',
    'Søren',
    'Thibault',
    'Umar',
    'Viggo',
    'Zoltán',
  ],
  Female: [
    'Alícia',
    'Beatriz',
    'Clarice',
    'Dália',
    'Eulália',
    'Flávia',
    'Glória',
    'Helena',
    'Inês',
    'Joana',
    'Kátia',
    'Lívia',
    'Márcia',
    'Noémie',
    'Olívia',
    'Petra',
    'Quitéria',
    'Rosália',
    'Sílvia',
    'Tâmara',
    'Úrsula',
    'Vânia',
    'Wanda',
    'Yasmin',
    'Zuleica',
    'Astrid',
    'Brónach',
    'Chloé',
    'Dagmar',
    'Elif',
    'Fenja',
    'Gisèle',
    'Hana',
    'Ingrid',
    'Jadwiga',
    'Kirsi',
    'Linnéa',
    'Małgorzata',
    'Nadia',
    'Oksana',
    'Renée',
    'Solveig',
    'Thaís',
    'Zsófia',
  ],
}

const surnames = [
  'Alvorada',
  'Horizonte',
  'Quebrada',
  'Zéfiro',
  'Estrela',
  'Nogal',
  'Umbral',
  'Brisa',
  'Jacarandá',
  'Ribeira',
  'Bosque',
  'Figueira',
  'Vereda',
  'Cascata',
  'Lajeado',
  'Serra',
  'Campina',
  'Granito',
  'Pedreira',
  'Aroeira',
  'Baobá',
  'Clareira',
  'Duna',
  'Enseada',
  'Falésia',
  'Garoa',
  'Ipê',
  'Juazeiro',
  'Lagoa',
  'Maré',
  'Neblina',
  'Orvalho',
  'Penhasco',
  'Quartzo',
  'Restinga',
  'Salgueiro',
  'Tempestad',
  'Ventania',
  'Açude',
  'Barranco',
  'Cordillera',
  'Deserto',
  'Glaciar',
  'Manguezal',
  'Meseta',
  'Nevada',
  'Pantanal',
  'Planície',
  'Relámpago',
  'Sabiá',
  'Tucumã',
  'Várzea',
  'Ålund',
  'Birkenstein',
  'Clearwater',
  'Dunmere',
  'Eichengrund',
  'Fjeldstrand',
  'Graywacke',
  'Hollowbrook',
  'Isfjord',
  'Kalkstein',
  'Lindenau',
  'Moorfield',
  'Nordwind',
  'Oakhurst',
  "O'Fern",
  'Pinegrove',
  'Ravenmoor',
  'Stormvik',
  'Thornfield',
  'Wildwater',
  'Yewdale',
  'Źródło',
  'Çınaraltı',
  'Brzozów',
]

const particles = ['', '', '', '', '', 'da', 'do', 'de', 'van', 'Le', 'e']

/** Family name first when written in Japanese script, given name first in Latin letters. */
const japanese: Record<Gender, readonly string[]> = {
  Male: ['Haruto Kazamine', 'Sōta Tsukikawa', 'Ren Yamakage', '風見 陽向', '月川 蒼太', 'Kaito Hoshizora'],
  Female: ['Yui Kazamine', 'Aoi Tsukikawa', 'Hina Yamakage', '山影 結衣', '星空 葵', 'Mio Asagiri'],
}

const longNames: Record<Gender, readonly string[]> = {
  Male: ['Wenceslau Bartolomeu de Jacarandá Horizonte', 'Maximiliano Alexandrino Cordillera Tempestad'],
  Female: ['Guilhermina Constança de Alvorada Penhasco', 'Maria Esperança das Neblinas e Tempestades'],
}

const teamWords = [
  'Academia',
  'Clube',
  'Dojo',
  'Equipe',
  'Team',
  'Casa',
  'Escola',
  'Gym',
  'House',
  'Factory',
  'Grappling',
  'Society',
]
const teamNames = [
  'Aurora',
  'Mar Alto',
  'North Gate',
  'Pedra Branca',
  'do Tatame',
  'Riverside',
  'Lótus',
  'da Guarda',
  'Open Hand',
  'Falcão',
  'Velha Escola',
  'Pacific Line',
  'Ipê',
  'Ponto Alto',
  'Maré Cheia',
  'Black Pine',
  'São Telmo',
  'Lighthouse',
  'Kaminari',
  'Blue Heron',
  'Quatro Ventos',
  'Iron Fig',
  'Cedar & Stone',
  'Nine Rivers',
  'Alto da Serra',
  'Equinox',
  'Monsoon',
  'Tide',
  'Granite',
  'Saltwater',
  'Jacarandá',
  'Polaris',
  'Sete Quedas',
  'Moinho',
  'Atlas',
  'Tangará',
]
const teamEndings = ['', ' Jiu-Jitsu', ' BJJ', ' Jiu-Jitsu ', '  BJJ', ' International', ' Brasil', ' - Kids', ' USA']

/** One of the 36 × 12 × 9 team names. */
export function teamName(index: number): string {
  const name = teamNames[index % teamNames.length] as string
  const word = teamWords[Math.floor(index / teamNames.length + index) % teamWords.length] as string
  const ending = teamEndings[
    Math.floor(index / (teamNames.length * teamWords.length) + index) % teamEndings.length
  ] as string
  return index % 3 === 0 ? `${name} ${word}${ending}` : `${word} ${name}${ending}`
}

/** The suffixes of the branches of a large team, and the number of teams with branches. */
const branches = ['', ' HQ', ' – Recife', ' Academy']
const teamsWithBranches = 5

/** The name of a team by its rank in size: five large teams, three branches of each, and teams without branches. */
export function clubName(rank: number): string {
  const branch = branches[Math.floor(rank / teamsWithBranches)]
  return branch === undefined ? teamName(rank) : `${teamNames[rank % teamsWithBranches]}${branch}`
}

function plainName(random: Random, gender: Gender): string {
  const given = random.pick(givenNames[gender])
  const particle = random.pick(particles)
  const middle = random.chance(0.3) ? ` ${random.pick(surnames)}` : ''
  return `${given}${middle}${particle ? ` ${particle}` : ''} ${random.pick(surnames)}`
}

/**
 * The name of the athlete with this id, the same in every tournament with this seed. A few names have the peculiarities of real
 * pages: double or trailing blanks, a middle initial, forty letters, Japanese script.
 */
export function athleteName(seed: number, athleteId: number, gender: Gender): string {
  const random = randomFrom(seed, 'name', athleteId)
  const kind = random.next()
  if (kind < 0.02) return random.pick(japanese[gender])
  if (kind < 0.025) return random.pick(longNames[gender])
  const name = plainName(random, gender)
  if (kind < 0.1) return name.replace(' ', '  ')
  if (kind < 0.14) return `${name} `
  if (kind < 0.18) return name.replace(' ', ` ${random.pick(['A', 'B', 'J', 'R'])}. `)
  return name
}
