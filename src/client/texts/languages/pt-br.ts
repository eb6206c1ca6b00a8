// Brazilian Portuguese, with the names that the federation uses in Brazil.
import { divisionWords } from '#contract/division-words/pt-br.ts'
import { createDataWords, type DataWords } from '../data-words.ts'
import { texts } from '../pt-br.ts'
import type { Locale } from '../t.ts'

export const words: DataWords = {
  sport: {
    ...divisionWords.words,
    Final: 'Final',
    'Semi-Final': 'Semifinal',
    'Quarter Final': 'Quartas de final',
    'Round #': '#ª rodada',
    'Day #': 'Dia #',
    Eastern: 'Leste (EUA)',
    Central: 'Centro (EUA)',
    Mountain: 'Montanha (EUA)',
    Pacific: 'Pacífico (EUA)',
    Arizona: 'Arizona',
    Alaska: 'Alasca',
    Hawaii: 'Havaí',
    UK: 'Reino Unido',
    'Central European': 'Europa Central',
    Japan: 'Japão',
    China: 'China',
    'Australian Eastern': 'Leste da Austrália',
    Brazil: 'Brasília',
  },
  sentences: {
    'RollCall is not reading the competition system at the moment. The last known data stays.':
      'O RollCall não está lendo o sistema da competição no momento. Mostrando os últimos dados recebidos.',
    'Type at least 3 characters to search.': 'Digite pelo menos 3 letras para buscar.',
    'You can follow at most 500 athletes.': 'Você pode seguir no máximo 500 atletas.',
    'Use at most 80 characters for the title.': 'Use no máximo 80 caracteres no título.',
    'Invalid share link': 'Link de compartilhamento inválido',
    'Use 1 to 40 characters for your name.': 'Use um nome de 1 a 40 caracteres.',
    'The owner of this RollCall does not let this link claim fights.':
      'Quem criou este RollCall não permite assumir lutas com este link.',
    'This fight cannot be claimed any more.': 'Não é mais possível assumir esta luta.',
    'This shared RollCall could not be found or has expired.':
      'Este RollCall compartilhado não foi encontrado ou expirou.',
    'Select at least one tournament.': 'Escolha pelo menos um torneio.',
    'This tournament is not in the list of the competition system.':
      'Este torneio não está na lista do sistema da competição.',
    'You can add at most 50 tournaments.': 'Você pode adicionar no máximo 50 torneios.',
  },
  codes: {
    'invalid-input': 'Algo no pedido não está certo.',
    'wrong-password': 'A senha atual está incorreta.',
    'invalid-token': 'Este link para redefinir a senha é inválido ou expirou.',
    unauthorized: 'Entre na sua conta.',
    'wrong-login': 'E-mail ou senha incorretos.',
    forbidden: 'Você não tem permissão para fazer isso.',
    'cross-site': 'Este pedido veio de outro site.',
    'wrong-host': 'O RollCall não responde com este nome de host: PUBLIC_URL indica com qual responde.',
    'not-found': 'Não encontrado.',
    'wrong-method': 'Este endereço não aceita esse método.',
    changed: 'Isto foi alterado em outro aparelho nesse meio-tempo.',
    taken: 'Este nome ou e-mail não pode ser usado.',
    'two-people': 'São duas pessoas diferentes.',
    'not-removable': 'Isto não pode ser removido.',
    limit: 'Você chegou ao limite.',
    'other-user': 'Outra pessoa entrou aqui.',
    'too-large': 'O pedido é grande demais.',
    'not-json': 'Envie o pedido como JSON.',
    'too-many': 'Muitas tentativas. Tente de novo mais tarde.',
    bug: 'Algo deu errado do nosso lado.',
    'source-unavailable': 'Não foi possível ler o sistema da competição. Mostrando os últimos dados recebidos.',
    busy: 'O RollCall está ocupado. Tente de novo em instantes.',
  },
}

export const locale: Locale = {
  language: 'pt-BR',
  texts,
  parts: {
    admin: () => import('../pt-br/admin.ts'),
    athletes: () => import('../pt-br/athletes.ts'),
    profile: () => import('../pt-br/profile.ts'),
    auth: () => import('../pt-br/auth.ts'),
    tournament: () => import('../pt-br/tournament.ts'),
    diagnostics: () => import('../pt-br/diagnostics.ts'),
    help: () => import('../pt-br/help.ts'),
    support: () => import('../pt-br/support.ts'),
    settings: () => import('../pt-br/settings.ts'),
    share: () => import('../pt-br/share.ts'),
    account: () => import('../pt-br/account.ts'),
    offers: () => import('../pt-br/offers.ts'),
    day: () => import('../pt-br/day.ts'),
    claims: () => import('../pt-br/claims.ts'),
    tournaments: () => import('../pt-br/tournaments.ts'),
    'tournament-state': () => import('../pt-br/tournament-state.ts'),
    source: () => import('../pt-br/source.ts'),
    'not-found': () => import('../pt-br/not-found.ts'),
  },
  ...createDataWords('pt-BR', texts, words),
}
