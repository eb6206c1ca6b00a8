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
    'Please enter a valid email': 'Digite um e-mail válido',
    'Password is required': 'Digite a senha',
    'Password must be at least 8 characters long': 'A senha precisa ter pelo menos 8 caracteres',
    "Passwords don't match": 'As senhas não são iguais',
    'Password must be at most 256 characters long.': 'A senha pode ter no máximo 256 caracteres.',
    'This password is too easy to guess. Please choose another.':
      'Essa senha é fácil demais de adivinhar. Escolha outra.',
    'Use 1 to 40 letters, digits, blanks, dots, dashes or underscores.':
      'Use de 1 a 40 letras, números, espaços, pontos, hifens ou sublinhados.',
    'Use letters of one alphabet in each word, and one blank between two words.':
      'Use letras de um só alfabeto em cada palavra e um só espaço entre duas palavras.',
    'Username is required.': 'Digite o nome de usuário.',
    'This username is taken.': 'Esse nome de usuário já está em uso.',
    'This username looks like one that is taken.': 'Esse nome de usuário se parece com um que já está em uso.',
    'This username looks official. Please choose another.': 'Esse nome de usuário parece oficial. Escolha outro.',
    'Email is required.': 'Digite o e-mail.',
    'Current password is required.': 'Digite a senha atual.',
    'New password is required.': 'Digite a nova senha.',
    'New password must be at least 6 characters long.': 'A nova senha precisa ter pelo menos 6 caracteres.',
    'New passwords do not match.': 'As novas senhas não são iguais.',
    'This reset link is invalid or has expired.': 'Este link para redefinir a senha é inválido ou expirou.',
    'This link is invalid or has expired.': 'Este link é inválido ou expirou.',
    'If an account has this email, a reset link is on its way.':
      'Se houver uma conta com este e-mail, um link para redefinir a senha está a caminho.',
    'Your password is changed. Please log in.': 'Sua senha foi alterada. Entre de novo.',
    'Your password is changed. Your other devices are logged out.':
      'Sua senha foi alterada. Seus outros aparelhos foram desconectados.',
    'This address got three such emails today. Please look for them, or try again tomorrow.':
      'Este endereço já recebeu três destes e-mails hoje. Procure por eles ou tente de novo amanhã.',
    'You can change your email address three times a day. Please try again tomorrow.':
      'Você pode trocar seu e-mail três vezes por dia. Tente de novo amanhã.',
    'Your email address is back and every device is logged out. Please set a new password now.':
      'Seu e-mail voltou e todos os aparelhos foram desconectados. Defina uma nova senha agora.',
    'Order of Fights data refreshed.': 'Ordem de lutas atualizada.',
    'This data was read less than 30 seconds ago.': 'Estes dados foram lidos há menos de 30 segundos.',
    'The data is being read and will appear shortly.': 'Os dados estão sendo lidos e aparecem em instantes.',
    'RollCall is not reading the competition system at the moment. The last known data stays.':
      'O RollCall não está lendo o sistema da competição no momento. Mostrando os últimos dados recebidos.',
    'The competition system could not be read. The last known data stays.':
      'Não foi possível ler o sistema da competição. Mostrando os últimos dados recebidos.',
    'The competition system no longer lists this tournament. This is the last data.':
      'O sistema da competição não mostra mais este torneio. Mostrando os últimos dados recebidos.',
    'Type at least 3 characters to search.': 'Digite pelo menos 3 letras para buscar.',
    'You can follow at most 500 athletes.': 'Você pode seguir no máximo 500 atletas.',
    'Notes can have at most 2,000 characters.': 'As notas podem ter no máximo 2.000 caracteres.',
    'A tag can have at most 30 characters.': 'Uma etiqueta pode ter no máximo 30 caracteres.',
    'A tag needs at least one letter.': 'Uma etiqueta precisa de pelo menos uma letra.',
    'An athlete can have at most 10 tags.': 'Um atleta pode ter no máximo 10 etiquetas.',
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
    'The account with id 1 cannot be removed.': 'A conta com id 1 não pode ser removida.',
    'You cannot remove your own account here.': 'Você não pode remover sua própria conta aqui.',
    'The last administrator cannot be removed.': 'O último administrador não pode ser removido.',
    'This link is in use. Remove it as a shareable link.': 'Este link está em uso. Remova-o como link compartilhado.',
    'This is not the name of a time zone. Use one like America/New_York.':
      'Este não é o nome de um fuso horário. Use um como America/New_York.',
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
