// The user's own settings.
import type { texts as en } from '../en/settings.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'settings.title': 'Perfil',
  'settings.information': 'Tus datos',
  'settings.informationText': 'Tu nombre de usuario lo ve quien abre tu RollCall compartido. Tu correo no lo ve nadie.',
  'settings.username': 'Nombre de usuario',
  'settings.email': 'Correo electrónico',
  'settings.save': 'Guardar cambios',
  'settings.saving': 'Guardando…',
  'settings.saved': 'Perfil actualizado',
  'settings.savedText': 'Tus cambios están guardados.',
  'settings.saveFailed': 'No se pudo guardar',
  'settings.validationError': 'Revisa los datos',

  'settings.password': 'Cambiar contraseña',
  'settings.passwordText': 'Al cambiarla se cierra la sesión en tus otros dispositivos.',
  'settings.currentPassword': 'Contraseña actual',
  'settings.newPassword': 'Contraseña nueva',
  'settings.confirmPassword': 'Confirma la contraseña nueva',
  'settings.passwordHint': 'Al menos 6 caracteres',
  'settings.changePassword': 'Cambiar contraseña',
  'settings.changingPassword': 'Cambiando…',
  'settings.passwordChanged': 'Contraseña cambiada',
  'settings.passwordFailed': 'La contraseña no cambió',

  'settings.sessions': 'Sesiones',
  'settings.sessionsText': 'Dónde está abierta tu cuenta. Cierra lo que no reconozcas o ya no uses.',
  'settings.thisDevice': 'este dispositivo',
  'settings.activeNow': 'En uso ahora',
  'settings.lastUsed': 'Último uso {age}',
  'settings.end': 'Cerrar',
  'settings.endOf': 'Cerrar la sesión en {device}, último uso hace {age}',
  'settings.ending': 'Cerrando…',
  'settings.ended': 'Sesión cerrada',
  'settings.endedText': 'Se cerró la sesión en {device}.',
  'settings.endFailed': 'No se pudo cerrar la sesión.',
  'settings.sessionsFailed': 'No se pudieron cargar tus sesiones.',

  'settings.actions': 'Cuenta',
  'settings.darkTheme': 'Tema oscuro',
  'settings.darkThemeText': 'El oscuro cuida la vista y la batería; el claro es para recintos con mucho sol.',
  'settings.logOut': 'Cerrar sesión',
} as const satisfies Translation<typeof en>
