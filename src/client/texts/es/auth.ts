// Texts of login, signup and account recovery.
import type { texts as en } from '../en/auth.ts'
import type { AccountSentence } from '../data-words.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'auth.tagline': 'Quién compite a continuación, en qué tatami y a qué hora.',
  'auth.logIn': 'Iniciar sesión',
  'auth.loggingIn': 'Iniciando sesión…',
  'auth.signUp': 'Crear cuenta',
  'auth.signingUp': 'Creando cuenta…',
  'auth.loginTitle': 'Qué bueno verte de nuevo',
  'auth.signupTitle': 'Crea tu cuenta',
  'auth.email': 'Correo electrónico',
  'auth.username': 'Nombre de usuario',
  'auth.password': 'Contraseña',
  'auth.confirmPassword': 'Confirma la contraseña',
  'auth.passwordHint': 'Al menos 8 caracteres',
  'auth.rememberMe': 'Recordarme',
  'auth.noAccount': '¿No tienes cuenta?',
  'auth.haveAccount': '¿Ya tienes cuenta?',
  'auth.alertsStopped': 'Las notificaciones de este teléfono se detuvieron. Inicia sesión y vuelven.',
  'auth.sessionEnded': 'Tu sesión terminó. Vuelve a iniciar sesión.',
  'auth.loginFailed': 'No se pudo iniciar sesión',
  'auth.registrationFailed': 'No se pudo crear la cuenta',
  'auth.welcome': '¡Te damos la bienvenida a RollCall!',
  'auth.welcomeText': 'Para empezar, agrega un torneo y sigue a sus atletas.',
  'auth.forgotPassword': 'Olvidé mi contraseña',
  'auth.newPassword': 'Contraseña nueva',
  'auth.backToLogin': 'Volver al inicio de sesión',
  'auth.refusedText':
    '¿Ya te registraste antes? Si no, mira tu correo: puede que haya un enlace para usar esta dirección.',
  'auth.logInInstead': 'Iniciar sesión',

  'forgot.title': 'Restablece tu contraseña',
  'forgot.text': 'Escribe el correo de tu cuenta. Te enviaremos un enlace para elegir una contraseña nueva.',
  'forgot.submit': 'Enviar enlace',
  'forgot.sending': 'Enviando…',
  'forgot.sent': '¡Enlace enviado!',
  'forgot.sentText':
    'Busca en tu correo el enlace para restablecer la contraseña. Si no está en la bandeja de entrada, mira en la carpeta de spam.',
  'forgot.sentLimit':
    'A una dirección se envían como máximo tres enlaces por hora (doce al día hasta que se confirme), y solo funciona el más reciente.',
  'forgot.failed': 'No se pudo enviar el correo',
  'forgot.unreachable': 'No se pudo enviar el correo. Inténtalo de nuevo.',

  'reset.title': 'Elige una contraseña nueva',
  'reset.text': 'Se cerrará la sesión en todos los dispositivos donde está abierta.',
  'reset.submit': 'Restablecer contraseña',
  'reset.submitting': 'Restableciendo…',
  'reset.checking': 'Comprobando tu enlace…',
  'reset.deadText': 'Un enlace funciona una sola vez, durante 30 minutos, y solo el más reciente.',
  'reset.invalidLink': 'Enlace no válido',
  'reset.invalidLinkText': 'El enlace para restablecer la contraseña no es válido o está incompleto.',
  'reset.invalidToken': 'Este enlace no es válido',
  'reset.failedTitle': 'La contraseña no cambió',
  'reset.failed': 'No se pudo restablecer la contraseña',
  'reset.unreachable': 'No se pudo restablecer la contraseña. Inténtalo de nuevo.',
  'reset.newLink': 'Enviar un enlace nuevo',
  'reset.done': 'Contraseña restablecida',
  'reset.doneText': 'Inicia sesión con la contraseña nueva. La página se abre enseguida.',
  'reset.goToLogin': 'Ir al inicio de sesión',

  'restore.title': 'Recupera tu cuenta',
  'restore.text':
    'Alguien cambió el correo de tu cuenta. Si no fuiste tú, vuelve al correo anterior: se cierra la sesión en todos los dispositivos y eliges una contraseña nueva.',
  'restore.submit': 'Recuperar mi cuenta',
  'restore.submitting': 'Recuperando…',
  'restore.done': 'La cuenta vuelve a ser tuya',
  'restore.setPassword': 'Elegir contraseña nueva',
  'restore.failedTitle': 'Cuenta no recuperada',
  'restore.failed': 'No se pudo recuperar la cuenta.',
  'restore.invalidText': 'Abre otra vez el enlace del correo o pide ayuda.',

  'verify.title': 'Confirma tu correo electrónico',
  'verify.checking': 'Comprobando tu enlace…',
  'verify.text':
    '¿Pusiste tú {email} en tu cuenta de RollCall? Entonces confírmalo. A partir de ahí nadie más puede usarlo, y te enteras de lo que pasa con tu cuenta.',
  'verify.submit': 'Confirmar mi correo',
  'verify.submitting': 'Confirmando…',
  'verify.notMine': 'No tengo esa cuenta',
  'verify.takeTitle': 'Usa tu correo electrónico',
  'verify.takeText':
    '{email} es tuyo: abriste el correo que se envió allí. Ahora puedes usarlo; la cuenta que lo tiene sin haberlo confirmado lo pierde.',
  'verify.otherUser':
    'Iniciaste sesión como {username}: para usarlo en esa cuenta, escríbelo en tu perfil. Para otra cuenta, cierra la sesión y abre el enlace de nuevo.',
  'verify.signUp': 'Crear cuenta',
  'verify.useMine': 'Usarlo para {username}',
  'verify.toProfile': 'Abrir tu perfil',
  'verify.failedTitle': 'Correo no confirmado',
  'verify.failed': 'No se pudo confirmar el correo.',
  'verify.invalidText': 'Puedes pedir otro enlace en tu perfil. Sin cuenta, regístrate otra vez con la dirección.',
  'verify.done': 'Tu correo electrónico está confirmado',
  'verify.doneText': 'A partir de ahora te enteras allí de lo que pasa con tu cuenta.',
  'verify.home': 'Ir a RollCall',

  'field.passwordRule':
    'Que no sea una contraseña común, un patrón sencillo ni tu nombre. Unas cuantas palabras juntas van bien.',
  'field.showPassword': 'Mostrar contraseña',
  'field.hidePassword': 'Ocultar contraseña',
} as const satisfies Translation<typeof en>

export const sentences: Record<AccountSentence, string> = {
  'Please enter a valid email': 'Escribe un correo electrónico válido',
  'Password is required': 'Escribe la contraseña',
  'Password must be at least 8 characters long': 'La contraseña debe tener al menos 8 caracteres',
  "Passwords don't match": 'Las contraseñas no coinciden',
  'Password must be at most 256 characters long.': 'La contraseña puede tener como máximo 256 caracteres.',
  'This password is too easy to guess. Please choose another.':
    'Esa contraseña es demasiado fácil de adivinar. Elige otra.',
  'Use 1 to 40 letters, digits, blanks, dots, dashes or underscores.':
    'Usa de 1 a 40 letras, cifras, espacios, puntos, guiones o guiones bajos.',
  'Use letters of one alphabet in each word, and one blank between two words.':
    'Usa letras de un solo alfabeto en cada palabra y un solo espacio entre dos palabras.',
  'Username is required.': 'Escribe el nombre de usuario.',
  'This username is taken.': 'Ese nombre de usuario ya está en uso.',
  'This username looks like one that is taken.': 'Este nombre de usuario se parece a uno que ya está en uso.',
  'This username looks official. Please choose another.': 'Este nombre de usuario parece oficial. Elige otro.',
  'Email is required.': 'Escribe el correo electrónico.',
  'Current password is required.': 'Escribe la contraseña actual.',
  'New password is required.': 'Escribe la contraseña nueva.',
  'New password must be at least 6 characters long.': 'La contraseña nueva debe tener al menos 6 caracteres.',
  'New passwords do not match.': 'Las contraseñas nuevas no coinciden.',
  'This reset link is invalid or has expired.': 'Este enlace para restablecer la contraseña no es válido o ya venció.',
  'This link is invalid or has expired.': 'Este enlace no es válido o ya venció.',
  'If an account has this email, a reset link is on its way.':
    'Si alguna cuenta tiene este correo, el enlace para restablecer la contraseña va en camino.',
  'Your password is changed. Please log in.': 'Tu contraseña cambió. Inicia sesión.',
  'Your password is changed. Your other devices are logged out.':
    'Tu contraseña cambió. Se cerró la sesión en tus otros dispositivos.',
  'This address got three such emails today. Please look for them, or try again tomorrow.':
    'Esta dirección ya recibió hoy tres de estos correos. Búscalos o inténtalo de nuevo mañana.',
  'You can change your email address three times a day. Please try again tomorrow.':
    'Puedes cambiar tu correo electrónico tres veces al día. Inténtalo de nuevo mañana.',
  'Your email address is back and every device is logged out. Please set a new password now.':
    'Tu correo vuelve a ser el de antes y se cerró la sesión en todos los dispositivos. Pon ahora una contraseña nueva.',
}
