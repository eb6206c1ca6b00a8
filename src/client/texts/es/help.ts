// Texts of the help page.
import type { texts as en } from '../en/help.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'help.title': 'Ayuda y soporte',
  'help.version': 'RollCall, versión v1.00',
  'help.build': 'Compilación {version}',
  'help.buildOf': 'Compilación {version}, {commit}',
  'help.intro':
    'Un día de torneo es largo y ruidoso. RollCall te dice quién compite a continuación, en qué tatami y a qué hora, para que llegues a tiempo al tatami correcto. Así funciona.',

  'help.start': 'Primeros pasos',
  'help.followTitle': 'Seguir atletas',
  'help.followText':
    'Agrega tu torneo en Torneos, toca Elegir atletas para seguir y escribe parte de un nombre; los acentos dan igual. Sigue a tantas personas como quieras, en tantos torneos como quieras. Todas quedan en una sola lista.',
  'help.profilesTitle': 'Orden de combates y perfiles',
  'help.profilesText':
    'Perfil muestra el día de cada atleta: lo que ya pasó, lo que sigue, resultados y medallas. Orden de combates abre la página de ese atleta en el sistema de la competición, en una pestaña nueva, para cuando quieras ver la fuente.',
  'help.matchesTitle': 'La página Combates',
  'help.matchesText':
    'Se abre en lo que viene. Lo más grande de la tarjeta son el tatami y la hora del recinto; tu propia hora aparece debajo cuando el teléfono está en otra zona horaria. No hace falta actualizar: un cambio está en tu pantalla segundos después de que RollCall lo sepa.',
  'help.sharingTitle': 'Compartir',
  'help.sharingText':
    'En Compartir creas un enlace para la familia y el equipo. Quien lo tiene ve a tus atletas y sus combates en vivo, sin cuenta. Dura 7 días. Renovar crea un enlace nuevo, y el anterior deja de funcionar al instante.',

  'help.words': 'Qué significa cada palabra de la tarjeta',
  'help.liveText': 'Está en el tatami ahora. El sistema de la competición dice que empezó.',
  'help.likelyText': 'Es el primero de su tatami y ya es la hora, así que lo más probable es que esté en curso.',
  'help.byScheduleText': 'Solo por el horario; no hay un dato mejor. Echa un vistazo al tatami.',
  'help.dueText': 'Ya es la hora y es el primero de su tatami, pero aún no empezó. Ve ya al tatami.',
  'help.aheadText':
    'Cuántos combates quedan antes en su tatami. Cuando los tatamis van adelantados o atrasados, esto vale más que la hora.',
  'help.aboutText':
    'Estimación de RollCall, según el ritmo real de los tatamis y los combates que faltan. Debajo está el margen: nueve de cada diez combates empiezan dentro de él. La cuenta regresiva va hasta su inicio: hay que estar listo para entonces.',
  'help.publishedText':
    'La hora del propio sistema de la competición, que aparece si difiere de la estimación en más de tres minutos.',
  'help.scheduleText': 'La hora publicada. Aún no empezaron suficientes combates en el recinto para una estimación.',
  'help.oldWindowText':
    'Hace un rato que no llega nada nuevo. La estimación es menos segura, y por eso el margen es más amplio.',
  'help.lateText': 'Ya pasó su hora y aún no se disputa. Sigue en tu lista hasta que empiece, por tarde que sea.',
  'help.movedEarlierText':
    'Mientras no hay estimación: cambió la hora publicada. Casi siempre se adelanta, así que mira otra vez antes de ir por un café. Un tatami nuevo siempre se avisa así.',
  'help.awaitingText': 'Ya dejó el tatami y el resultado aún no está anotado.',
  'help.ageText':
    'Antigüedad de los datos: cuánto hace que RollCall los leyó en el sistema de la competición. En un día de torneo lo normal es menos de dos minutos. Amarillo significa más de dos minutos; rojo, más de diez: entonces confía en las pantallas del recinto.',
  'help.exampleMoved': '12 min',
  'help.exampleAge': '38 s',

  'help.tips': 'Consejos y buenas prácticas',
  'help.tipEarlyTitle': 'Llega temprano',
  'help.tipEarlyText':
    'Los tatamis se adelantan más de lo que se espera. Que tu atleta haya calentado y hecho el check-in bastante antes de la hora de la tarjeta.',
  'help.tipWifiTitle': 'Usa un wifi confiable',
  'help.tipWifiText':
    'Con el recinto lleno, cualquier red se satura. Si la conexión se cae, RollCall lo dice, sigue mostrando lo último que supo y se pone al día solo.',
  'help.tipOfficialTitle': 'Mira las pantallas oficiales',
  'help.tipOfficialText':
    'Lo que cuenta son las pantallas del recinto y el sitio web de la federación. Míralos también antes de decidir algo importante.',
  'help.tipDelayTitle': 'Los datos pueden tardar',
  'help.tipDelayText':
    'RollCall solo puede saber lo que ya se registró. Un resultado que la mesa anota tarde también llega tarde aquí.',

  'help.contact': 'Contacto y soporte',
  'help.contactText':
    '¿Algo está mal, falta o no se entiende? Cuéntanos. Lo que más nos ayuda es el torneo, el nombre de la persona y la hora en que lo viste.',
  'help.contactNone': '¿Algo está mal, falta o no se entiende? Díselo a quien te dio esta dirección.',
  'help.contactButton': 'Escribir a {email}',
  'help.contactSubject': 'Soporte de RollCall',

  'help.disclaimer': 'Aviso importante',
  'help.disclaimerText':
    'RollCall muestra lo que publica el sistema de la competición. Puede estar desactualizado, incompleto o equivocado. RollCall no se hace responsable de combates perdidos. Confirma siempre tatamis, horas y resultados con las fuentes oficiales del recinto.',

  'help.licenses': 'Licencias del software de RollCall',
  'help.licensesLabel': 'Licencias del software de RollCall, se abre en una pestaña nueva',
} as const satisfies Translation<typeof en>
