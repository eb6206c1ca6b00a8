// Texts of the help page.
import type { texts as en } from '../en/help.ts'
import type { Translation } from '../t.ts'

export const texts = {
  'help.title': 'Ajuda e suporte',
  'help.version': 'RollCall, versão v1.00',
  'help.build': 'Compilação {version}',
  'help.buildOf': 'Compilação {version}, {commit}',
  'help.intro':
    'Dia de torneio é longo e barulhento. O RollCall diz quem luta a seguir, em qual área e a que horas, para você estar na área certa na hora certa. Veja como.',

  'help.start': 'Primeiros passos',
  'help.followTitle': 'Seguir atletas',
  'help.followText':
    'Adicione seu torneio em Torneios, toque em Escolher atletas para seguir e digite parte de um nome; acentos não fazem diferença. Siga quantas pessoas quiser, em quantos torneios quiser. Todas ficam em uma só lista.',
  'help.profilesTitle': 'Ordem de lutas e perfis',
  'help.profilesText':
    'Perfil mostra o dia de cada atleta: o que já foi, o que vem a seguir, resultados e medalhas. Ordem de lutas abre a página do mesmo atleta no sistema da competição, em uma nova aba, para quando você quiser ver a fonte.',
  'help.matchesTitle': 'A página Lutas',
  'help.matchesText':
    'Ela abre no que vem a seguir. O que aparece grande no cartão são a área e o horário no local; o horário no seu fuso fica embaixo quando o celular está em outro. Não é preciso atualizar: a mudança aparece na tela segundos depois de o RollCall saber dela.',
  'help.sharingTitle': 'Compartilhar',
  'help.sharingText':
    'Em Compartilhar você cria um link para a família e a equipe. Quem tem o link vê seus atletas e as lutas ao vivo, sem precisar de conta. Ele vale 7 dias. Renovar cria um link novo, e o antigo deixa de funcionar na hora.',

  'help.words': 'O que significa cada palavra do cartão',
  'help.liveText': 'Está acontecendo agora. O sistema da competição diz que começou.',
  'help.likelyText': 'É a primeira da área e a hora chegou: é bem provável que esteja acontecendo.',
  'help.byScheduleText': 'Só pelo horário; não há informação melhor. Dê uma olhada na área.',
  'help.dueText': 'A hora chegou e é a primeira da área, mas ainda não começou. Vá já para a área.',
  'help.aheadText':
    'Quantas lutas ainda vêm antes na mesma área. Quando as áreas adiantam ou atrasam, isso vale mais que o horário.',
  'help.aboutText':
    'Estimativa do RollCall, pelo ritmo real das áreas e pelas lutas que ainda faltam. Abaixo dela está o intervalo: nove em cada dez lutas começam dentro dele. A contagem vai até o início do intervalo; esteja pronto até lá.',
  'help.publishedText':
    'O horário do próprio sistema da competição, mostrado quando difere da estimativa em mais de três minutos.',
  'help.scheduleText': 'O horário publicado. Ainda não começaram lutas suficientes no ginásio para uma estimativa.',
  'help.oldWindowText':
    'Faz algum tempo que não chega nada novo. A estimativa fica menos certa, e o intervalo fica maior.',
  'help.lateText':
    'A hora passou e a luta ainda não aconteceu. Ela fica na sua lista até acontecer, por mais que atrase.',
  'help.movedEarlierText':
    'Enquanto não há estimativa: o horário publicado mudou. Quase sempre é para mais cedo, então confira de novo antes de ir tomar um café. A troca de área sempre aparece assim.',
  'help.awaitingText': 'A luta já saiu da área, mas o resultado ainda não foi registrado.',
  'help.ageText':
    'Há quanto tempo o RollCall leu isto no sistema da competição. Menos de dois minutos é o normal em dia de luta. Amarelo quer dizer mais de dois minutos; vermelho, mais de dez: aí confie nos telões do ginásio.',
  'help.exampleMoved': '12 min',
  'help.exampleAge': '38 s',

  'help.tips': 'Dicas de quem vive isso',
  'help.tipEarlyTitle': 'Chegue cedo',
  'help.tipEarlyText':
    'As áreas adiantam mais do que se imagina. Tenha seu atleta aquecido e com o check-in feito bem antes do horário do cartão.',
  'help.tipWifiTitle': 'Use um Wi-Fi confiável',
  'help.tipWifiText':
    'Ginásio cheio pesa em qualquer rede. Se a conexão cair, o RollCall avisa, continua mostrando o que sabia e se atualiza sozinho.',
  'help.tipOfficialTitle': 'Confira os telões oficiais',
  'help.tipOfficialText':
    'O que vale são os telões do ginásio e o site da federação. Olhe também lá antes de decidir algo importante.',
  'help.tipDelayTitle': 'Os dados podem atrasar',
  'help.tipDelayText':
    'O RollCall só pode saber o que foi lançado. Um resultado que a mesa digita tarde aparece tarde aqui também.',

  'help.contact': 'Contato e suporte',
  'help.contactText':
    'Algo errado, faltando ou difícil de entender? Conte para nós. O que mais ajuda é o nome do torneio, o do atleta e a hora em que você viu.',
  'help.contactNone': 'Algo errado, faltando ou difícil de entender? Fale com quem passou este endereço para você.',
  'help.contactButton': 'Escrever para {email}',
  'help.contactSubject': 'Suporte do RollCall',

  'help.disclaimer': 'Aviso importante',
  'help.disclaimerText':
    'O RollCall mostra o que o sistema da competição publica. Pode estar desatualizado, incompleto ou errado. O RollCall não se responsabiliza por lutas perdidas. Confirme sempre áreas, horários e resultados com as fontes oficiais no local.',

  'help.licenses': 'Licenças do software do RollCall',
  'help.licensesLabel': 'Licenças do software do RollCall, abre em uma nova aba',
} as const satisfies Translation<typeof en>
