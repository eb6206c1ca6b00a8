// Usernames that look like those of RollCall's operators. They are reserved, because visitors of a shared page see only the name of
// its owner, and a stranger could ask for passwords under such a name (N-15).
import { usernameSkeleton } from './username-skeleton.ts'

/** A name of one of these words looks official, alone or with the others and with `fillers`: 'RollCall Support', 'The Admin Team'. */
const official = `
  rollcall admin admins administrator administrators administration superadmin sysadmin root support helpdesk help
  service customerservice moderator moderators moderation mod mods staff official system security operator owner
  webmaster postmaster hostmaster abuse noreply contact info billing verified superuser developer developers
  administrador administradora administracion administracao moderador moderadora soporte suporte ayuda ajuda oficial
  seguridad seguranca equipo equipe sistema contacto contato админ администратор модератор поддержка помощь 管理者 管理人 運営
  公式 サポート ヘルプ 관리자 운영자 管理员 客服`
  .trim()
  .split(/\s+/)
const fillers = ['the', 'team', 'app', 'bjj', 'jiujitsu', 'online', 'desk', 'center', 'de', 'do', 'of', 'and']

/** Digits that stand for letters. The skeleton has replaced 0 and 1. */
const lettersOfDigits: Readonly<Record<string, string>> = { 3: 'e', 4: 'a', 5: 's', 7: 't', 8: 'b' }

/** Coarser than the skeleton, because a mistaken refusal costs little: without marks and doubled letters; i and l are one letter. */
const coarse = (username: string): string =>
  username
    .split(/[ ._-]/)
    .map((word) =>
      usernameSkeleton(word)
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replaceAll('i', 'l')
        .replace(/(.)\1+/gu, '$1'),
    )
    .join('')

const patternOf = (words: readonly string[]): string => [...new Set(words.map(coarse))].join('|')
const officialName = new RegExp(`^(?=.*(?:${patternOf(official)}))(?:${patternOf([...official, ...fillers])})+$`, 'u')
/** The product's name looks official beside any other word. */
const product = coarse('rollcall')

/** True for a name that looks official. Takes a normalised name. */
export function isOfficialName(username: string): boolean {
  const readings = [
    username,
    username.replace(/\p{Nd}/gu, ''),
    username.replace(/[34578]/g, (digit) => lettersOfDigits[digit] ?? digit),
  ].map(coarse)
  return readings.some((name) => name.includes(product) || officialName.test(name))
}
