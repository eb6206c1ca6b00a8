// Spanish, with the words of the sport as the federations of Spain and Latin America use them.
import { divisionWords } from '#contract/division-words/es.ts'
import { createDataWords, type DataWords } from '../data-words.ts'
import { texts } from '../es.ts'
import type { Locale } from '../t.ts'

export const words: DataWords = {
  sport: {
    ...divisionWords.words,
    Final: 'Final',
    'Semi-Final': 'Semifinal',
    'Quarter Final': 'Cuartos de final',
    'Round #': 'Ronda #',
    'Day #': 'Día #',
    Eastern: 'Este de EE. UU.',
    Central: 'Centro de EE. UU.',
    Mountain: 'Montaña de EE. UU.',
    Pacific: 'Pacífico de EE. UU.',
    Arizona: 'Arizona',
    Alaska: 'Alaska',
    Hawaii: 'Hawái',
    UK: 'Reino Unido',
    'Central European': 'Europa Central',
    Japan: 'Japón',
    China: 'China',
    'Australian Eastern': 'Este de Australia',
    Brazil: 'Brasil',
  },
  sentences: {
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
    'This reset link is invalid or has expired.':
      'Este enlace para restablecer la contraseña no es válido o ya venció.',
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
    'Order of Fights data refreshed.': 'Orden de combates actualizado.',
    'This data was read less than 30 seconds ago.': 'Estos datos se leyeron hace menos de 30 segundos.',
    'The data is being read and will appear shortly.': 'Los datos se están leyendo y aparecerán enseguida.',
    'RollCall is not reading the competition system at the moment. The last known data stays.':
      'RollCall no está leyendo el sistema de la competición en este momento. Se muestran los últimos datos recibidos.',
    'The competition system could not be read. The last known data stays.':
      'No se pudo leer el sistema de la competición. Se muestran los últimos datos recibidos.',
    'The competition system no longer lists this tournament. This is the last data.':
      'El sistema de la competición ya no muestra este torneo. Se muestran los últimos datos recibidos.',
    'Type at least 3 characters to search.': 'Escribe al menos 3 caracteres para buscar.',
    'You can follow at most 500 athletes.': 'Puedes seguir como máximo a 500 atletas.',
    'Notes can have at most 2,000 characters.': 'Las notas pueden tener como máximo 2000 caracteres.',
    'A tag can have at most 30 characters.': 'Una etiqueta puede tener como máximo 30 caracteres.',
    'A tag needs at least one letter.': 'Una etiqueta necesita al menos una letra.',
    'An athlete can have at most 10 tags.': 'Un atleta puede tener como máximo 10 etiquetas.',
    'Use at most 80 characters for the title.': 'Usa como máximo 80 caracteres en el título.',
    'Invalid share link': 'Enlace compartido no válido',
    'Use 1 to 40 characters for your name.': 'Usa un nombre de 1 a 40 caracteres.',
    'The owner of this RollCall does not let this link claim fights.':
      'Quien creó este RollCall no permite encargarse de combates con este enlace.',
    'This fight cannot be claimed any more.': 'Ya no es posible encargarse de este combate.',
    'This shared RollCall could not be found or has expired.': 'Este RollCall compartido no se encontró o ya venció.',
    'Select at least one tournament.': 'Elige al menos un torneo.',
    'This tournament is not in the list of the competition system.':
      'Este torneo no está en la lista del sistema de la competición.',
    'You can add at most 50 tournaments.': 'Puedes agregar como máximo 50 torneos.',
    'The account with id 1 cannot be removed.': 'La cuenta con id 1 no se puede eliminar.',
    'You cannot remove your own account here.': 'No puedes eliminar aquí tu propia cuenta.',
    'The last administrator cannot be removed.': 'El último administrador no se puede eliminar.',
    'This link is in use. Remove it as a shareable link.': 'Este enlace está en uso. Elimínalo como enlace compartido.',
    'This is not the name of a time zone. Use one like America/New_York.':
      'Ese no es el nombre de una zona horaria. Usa uno como America/New_York.',
  },
  codes: {
    'invalid-input': 'Hay algo incorrecto en la solicitud.',
    'wrong-password': 'La contraseña actual no es correcta.',
    'invalid-token': 'Este enlace para restablecer la contraseña no es válido o ya venció.',
    unauthorized: 'Inicia sesión.',
    'wrong-login': 'El correo o la contraseña no son correctos.',
    forbidden: 'No tienes permiso para hacer esto.',
    'cross-site': 'Esta solicitud viene de otro sitio.',
    'wrong-host': 'RollCall no responde con este nombre de host: PUBLIC_URL indica con cuál responde.',
    'not-found': 'No se encontró.',
    'wrong-method': 'Esta dirección no admite ese método.',
    changed: 'Mientras tanto esto cambió en otro dispositivo.',
    taken: 'Este nombre o correo no se puede usar.',
    'two-people': 'Son dos personas distintas.',
    'not-removable': 'Esto no se puede eliminar.',
    limit: 'Llegaste al límite.',
    'other-user': 'Otra persona inició sesión en este navegador.',
    'too-large': 'La solicitud es demasiado grande.',
    'not-json': 'Envía la solicitud como JSON.',
    'too-many': 'Demasiados intentos. Inténtalo más tarde.',
    bug: 'Algo falló de nuestro lado.',
    'source-unavailable': 'No se pudo leer el sistema de la competición. Se muestran los últimos datos recibidos.',
    busy: 'RollCall está ocupado. Inténtalo de nuevo en un momento.',
  },
}

export const locale: Locale = {
  language: 'es',
  texts,
  parts: {
    admin: () => import('../es/admin.ts'),
    athletes: () => import('../es/athletes.ts'),
    profile: () => import('../es/profile.ts'),
    auth: () => import('../es/auth.ts'),
    tournament: () => import('../es/tournament.ts'),
    diagnostics: () => import('../es/diagnostics.ts'),
    help: () => import('../es/help.ts'),
    support: () => import('../es/support.ts'),
    settings: () => import('../es/settings.ts'),
    share: () => import('../es/share.ts'),
    account: () => import('../es/account.ts'),
    offers: () => import('../es/offers.ts'),
    day: () => import('../es/day.ts'),
    claims: () => import('../es/claims.ts'),
    tournaments: () => import('../es/tournaments.ts'),
    'tournament-state': () => import('../es/tournament-state.ts'),
    source: () => import('../es/source.ts'),
    'not-found': () => import('../es/not-found.ts'),
  },
  ...createDataWords('es', texts, words),
}
