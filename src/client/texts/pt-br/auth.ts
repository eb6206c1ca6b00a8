// Texts of login, signup and account recovery.
import type { texts as en } from '../en/auth.ts'
import type { AccountSentence } from '../data-words.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'auth.tagline': 'Quem luta a seguir, em qual área e a que horas.',
  'auth.logIn': 'Entrar',
  'auth.loggingIn': 'Entrando…',
  'auth.signUp': 'Criar conta',
  'auth.signingUp': 'Criando conta…',
  'auth.loginTitle': 'Que bom ter você de volta',
  'auth.signupTitle': 'Crie sua conta',
  'auth.email': 'E-mail',
  'auth.username': 'Nome de usuário',
  'auth.password': 'Senha',
  'auth.confirmPassword': 'Confirme a senha',
  'auth.passwordHint': 'Pelo menos 8 caracteres',
  'auth.rememberMe': 'Lembrar de mim',
  'auth.noAccount': 'Ainda não tem conta?',
  'auth.haveAccount': 'Já tem conta?',
  'auth.alertsStopped': 'Os alertas neste celular pararam. Entre na sua conta e eles voltam.',
  'auth.sessionEnded': 'Sua sessão terminou. Entre de novo.',
  'auth.loginFailed': 'Não foi possível entrar',
  'auth.registrationFailed': 'Não foi possível criar a conta',
  'auth.welcome': 'Boas-vindas ao RollCall!',
  'auth.welcomeText': 'Para começar, adicione um torneio e siga atletas.',
  'auth.forgotPassword': 'Esqueci a senha',
  'auth.newPassword': 'Nova senha',
  'auth.backToLogin': 'Voltar ao login',
  'auth.refusedText':
    'Você já se cadastrou antes? Se não, veja seu e-mail: pode haver um link para você usar este endereço.',
  'auth.logInInstead': 'Entrar',

  'forgot.title': 'Redefina sua senha',
  'forgot.text': 'Digite o e-mail da sua conta. Enviaremos um link para você escolher uma nova senha.',
  'forgot.submit': 'Enviar link',
  'forgot.sending': 'Enviando…',
  'forgot.sent': 'Link enviado!',
  'forgot.sentText':
    'Procure no seu e-mail o link para redefinir a senha. Se não estiver na caixa de entrada, veja também a pasta de spam.',
  'forgot.sentLimit':
    'Enviamos no máximo três links por hora para um endereço (doze por dia até ele ser confirmado), e só o mais recente funciona.',
  'forgot.failed': 'Não foi possível enviar o e-mail',
  'forgot.unreachable': 'Não foi possível enviar o e-mail. Tente de novo.',

  'reset.title': 'Escolha uma nova senha',
  'reset.text': 'Todos os aparelhos conectados agora serão desconectados.',
  'reset.submit': 'Redefinir senha',
  'reset.submitting': 'Redefinindo…',
  'reset.checking': 'Verificando seu link…',
  'reset.deadText': 'Um link funciona uma única vez, por 30 minutos, e só o mais recente.',
  'reset.invalidLink': 'Link inválido',
  'reset.invalidLinkText': 'O link para redefinir a senha é inválido ou está incompleto.',
  'reset.invalidToken': 'Este link não é válido',
  'reset.failedTitle': 'A senha não mudou',
  'reset.failed': 'Não foi possível redefinir a senha',
  'reset.unreachable': 'Não foi possível redefinir a senha. Tente de novo.',
  'reset.newLink': 'Enviar um novo link',
  'reset.done': 'Senha redefinida',
  'reset.doneText': 'Entre com a nova senha. A página de login já vai abrir.',
  'reset.goToLogin': 'Ir para o login',

  'restore.title': 'Recupere sua conta',
  'restore.text':
    'Alguém trocou o e-mail da sua conta. Se não foi você, volte ao e-mail antigo: todos os aparelhos são desconectados e você escolhe uma nova senha.',
  'restore.submit': 'Recuperar minha conta',
  'restore.submitting': 'Recuperando…',
  'restore.done': 'A conta é sua de novo',
  'restore.setPassword': 'Escolher nova senha',
  'restore.failedTitle': 'Conta não recuperada',
  'restore.failed': 'Não foi possível recuperar a conta.',
  'restore.invalidText': 'Abra mais uma vez o link do e-mail ou peça ajuda.',

  'verify.title': 'Confirme seu e-mail',
  'verify.checking': 'Verificando seu link…',
  'verify.text':
    'Foi você quem pôs {email} na sua conta do RollCall? Então confirme. A partir daí, ninguém mais pode usar este endereço, e você fica sabendo do que acontece com a sua conta.',
  'verify.submit': 'Confirmar meu e-mail',
  'verify.submitting': 'Confirmando…',
  'verify.notMine': 'Não tenho essa conta',
  'verify.takeTitle': 'Use seu e-mail',
  'verify.takeText':
    '{email} é seu: você abriu o e-mail enviado para lá. Agora você pode usar este endereço; a conta que o tem sem nunca ter confirmado o perde.',
  'verify.otherUser':
    'Você entrou como {username}: para usar o endereço nessa conta, digite-o no seu perfil. Para outra conta, saia e abra o link de novo.',
  'verify.signUp': 'Criar conta',
  'verify.useMine': 'Usar para {username}',
  'verify.toProfile': 'Abrir seu perfil',
  'verify.failedTitle': 'E-mail não confirmado',
  'verify.failed': 'Não foi possível confirmar o e-mail.',
  'verify.invalidText': 'Você pode pedir outro link no seu perfil. Sem conta, cadastre-se de novo com o endereço.',
  'verify.done': 'Seu e-mail está confirmado',
  'verify.doneText': 'A partir de agora, é por ele que você fica sabendo do que acontece com a sua conta.',
  'verify.home': 'Ir para o RollCall',

  'field.passwordRule': 'Nada de senha comum, padrão simples ou o seu nome. Algumas palavras juntas funcionam bem.',
  'field.showPassword': 'Mostrar senha',
  'field.hidePassword': 'Ocultar senha',
} as const satisfies Translation<typeof en>

export const sentences: Record<AccountSentence, string> = {
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
}
