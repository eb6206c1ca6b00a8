// The words of alerts in each language. They are short, because a locked screen shows two lines.
import type { Language } from '#contract/language.ts'

type Medal = 'gold' | 'silver' | 'bronze'

export type AlertTexts = {
  /** Both athletes of a match are followed. */
  pair(one: string, other: string): string
  versus(opponent: string): string
  opponentOpen: string
  mat(mat: number): string
  on: string
  next: string
  /** The number of matches before this one on its mat. */
  ahead(count: number): string
  near: string
  /** A second near alert, after a postponement; `text`: what is ahead, null if unknown. */
  nearAgain(text: string | null): string
  /** An estimated time. */
  around(time: string): string
  /** This number of matches of the user's athletes overlap on different mats. */
  atOnce(count: number): string
  /** An estimated time, and the window around it. */
  about(time: string, from: string, to: string): string
  /** A time to report, and the end of the registration for the open class. */
  report(time: string): string
  openClass(time: string): string
  earlier(minutes: number): string
  later(minutes: number): string
  /** The match has moved to another mat. */
  nowMat(mat: number, from: number): string
  won: string
  lost: string
  over: string
  winner(name: string): string
  /** The other side withdrew or was overweight; `withdrawn` is for that side. */
  wonUnfought: string
  winnerUnfought(name: string): string
  withdrawn: string
  closedOut: string
  corrected(text: string): string
  medals: Record<Medal, string>
  /** 'Round 3' is 'round' with its number. */
  rounds: { Final: string; 'Semi-Final': string; 'Quarter Final': string; round(number: number): string }
  /** Followed people who are entered in another tournament. */
  entered(names: string): string
  /** This number of further names is not shown. */
  more(count: number): string
  /** Athletes of a followed team: the number of all entered, and of those who joined or withdrew since the last alert. */
  teamEntered(count: number): string
  joined(count: number): string
  withdrew(count: number): string
  test: string
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
const counted = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`

export const alertTexts: Record<Language, AlertTexts> = {
  en: {
    pair: (one, other) => `${one} vs ${other}`,
    versus: (opponent) => `vs ${opponent}`,
    opponentOpen: 'opponent to be decided',
    mat: (mat) => `Mat ${mat}`,
    on: 'On now',
    next: 'Up next',
    ahead: (count) => `${counted(count, 'fight', 'fights')} to go`,
    near: 'Soon',
    nearAgain: (text) => (text === null ? 'Near again' : `Near again: ${lowerFirst(text)}`),
    around: (time) => `about ${time}`,
    atOnce: (count) => `${count} fights at once`,
    about: (time, from, to) => `about ${time} (${from} – ${to})`,
    report: (time) => `Report by ${time}`,
    openClass: (time) => `Open class: register by ${time}`,
    earlier: (minutes) => `${minutes} min earlier`,
    later: (minutes) => `${minutes} min later`,
    nowMat: (mat, from) => `now Mat ${mat}, not ${from}`,
    won: 'Won',
    lost: 'Lost',
    over: 'Finished',
    winner: (name) => `${name} won`,
    wonUnfought: 'Won without a fight',
    winnerUnfought: (name) => `${name} won without a fight`,
    withdrawn: 'Withdrawn or overweight',
    closedOut: 'Closed out, no fight',
    corrected: (text) => `Corrected: ${text}`,
    medals: { gold: 'Gold', silver: 'Silver', bronze: 'Bronze' },
    rounds: {
      Final: 'Final',
      'Semi-Final': 'Semi-final',
      'Quarter Final': 'Quarter-final',
      round: (n) => `Round ${n}`,
    },
    entered: (names) => `Entered: ${names}`,
    more: (count) => `${count} more`,
    teamEntered: (count) => `${counted(count, 'athlete', 'athletes')} entered`,
    joined: (count) => `${count} joined`,
    withdrew: (count) => `${count} withdrew`,
    test: 'Alerts reach this device.',
  },
  'pt-BR': {
    pair: (one, other) => `${one} vs ${other}`,
    versus: (opponent) => `vs ${opponent}`,
    opponentOpen: 'oponente a definir',
    mat: (mat) => `Área ${mat}`,
    on: 'Agora',
    next: 'É a próxima',
    ahead: (count) => (count === 1 ? 'Falta 1 luta' : `Faltam ${count} lutas`),
    near: 'Em breve',
    nearAgain: (text) => (text === null ? 'Perto de novo' : `Perto de novo: ${lowerFirst(text)}`),
    around: (time) => `por volta de ${time}`,
    atOnce: (count) => `${count} lutas ao mesmo tempo`,
    about: (time, from, to) => `por volta de ${time} (${from} – ${to})`,
    report: (time) => `Apresentar-se até ${time}`,
    openClass: (time) => `Absoluto: inscrição até ${time}`,
    earlier: (minutes) => `adiantou ${minutes} min`,
    later: (minutes) => `atrasou ${minutes} min`,
    nowMat: (mat, from) => `agora na área ${mat}, não na ${from}`,
    won: 'Vitória',
    lost: 'Derrota',
    over: 'Encerrada',
    winner: (name) => `Vitória de ${name}`,
    wonUnfought: 'Vitória sem luta',
    winnerUnfought: (name) => `Vitória de ${name} sem luta`,
    withdrawn: 'Desistência ou acima do peso',
    closedOut: 'Chave fechada, sem luta',
    corrected: (text) => `Corrigido: ${text}`,
    medals: { gold: 'Ouro', silver: 'Prata', bronze: 'Bronze' },
    rounds: {
      Final: 'Final',
      'Semi-Final': 'Semifinal',
      'Quarter Final': 'Quartas de final',
      round: (n) => `${n}ª rodada`,
    },
    entered: (names) => `Na lista de inscritos: ${names}`,
    more: (count) => `mais ${count}`,
    teamEntered: (count) => counted(count, 'atleta inscrito', 'atletas inscritos'),
    joined: (count) => counted(count, 'entrou', 'entraram'),
    withdrew: (count) => counted(count, 'saiu', 'saíram'),
    test: 'Alertas funcionando neste aparelho.',
  },
  es: {
    pair: (one, other) => `${one} vs. ${other}`,
    versus: (opponent) => `vs. ${opponent}`,
    opponentOpen: 'rival por definir',
    mat: (mat) => `Tatami ${mat}`,
    on: 'Ahora',
    next: 'Es el siguiente',
    ahead: (count) => (count === 1 ? 'Falta 1 combate' : `Faltan ${count} combates`),
    near: 'Pronto',
    nearAgain: (text) => (text === null ? 'Cerca de nuevo' : `Cerca de nuevo: ${lowerFirst(text)}`),
    around: (time) => `aprox. ${time}`,
    atOnce: (count) => `${count} combates a la vez`,
    about: (time, from, to) => `aprox. ${time} (${from} – ${to})`,
    report: (time) => `Hora límite para presentarse: ${time}`,
    openClass: (time) => `Absoluto: inscripción, hora límite ${time}`,
    earlier: (minutes) => `adelantado ${minutes} min`,
    later: (minutes) => `atrasado ${minutes} min`,
    nowMat: (mat, from) => `ahora en el tatami ${mat}, no en el ${from}`,
    won: 'Victoria',
    lost: 'Derrota',
    over: 'Terminado',
    winner: (name) => `Victoria de ${name}`,
    wonUnfought: 'Victoria sin combate',
    winnerUnfought: (name) => `Victoria de ${name} sin combate`,
    withdrawn: 'Retiro o sobrepeso',
    closedOut: 'Categoría cerrada, sin combate',
    corrected: (text) => `Corregido: ${text}`,
    medals: { gold: 'Oro', silver: 'Plata', bronze: 'Bronce' },
    rounds: {
      Final: 'Final',
      'Semi-Final': 'Semifinal',
      'Quarter Final': 'Cuartos de final',
      round: (n) => `Ronda ${n}`,
    },
    entered: (names) => `En la lista de inscritos: ${names}`,
    more: (count) => `${count} más`,
    teamEntered: (count) => counted(count, 'atleta inscrito', 'atletas inscritos'),
    joined: (count) => counted(count, 'alta', 'altas'),
    withdrew: (count) => counted(count, 'baja', 'bajas'),
    test: 'Las notificaciones llegan a este dispositivo.',
  },
  ja: {
    pair: (one, other) => `${one} vs ${other}`,
    versus: (opponent) => `vs ${opponent}`,
    opponentOpen: '対戦相手未定',
    mat: (mat) => `マット${mat}`,
    on: '試合中',
    next: '次の試合',
    ahead: (count) => `あと${count}試合`,
    near: 'まもなく',
    nearAgain: (text) => (text === null ? '再びまもなく' : `再びまもなく：${text}`),
    around: (time) => `${time}頃`,
    atOnce: (count) => `${count}試合が同時刻`,
    about: (time, from, to) => `${time}頃（${from}～${to}）`,
    report: (time) => `${time}までに集合`,
    openClass: (time) => `オープンクラス：申込みは${time}まで`,
    earlier: (minutes) => `${minutes}分繰り上げ`,
    later: (minutes) => `${minutes}分繰り下げ`,
    nowMat: (mat, from) => `マット${from}からマット${mat}へ変更`,
    won: '勝利',
    lost: '敗戦',
    over: '試合終了',
    winner: (name) => `${name}の勝利`,
    wonUnfought: '不戦勝',
    winnerUnfought: (name) => `${name}の不戦勝`,
    withdrawn: '棄権または体重超過',
    closedOut: 'クローズアウト（試合なし）',
    corrected: (text) => `訂正：${text}`,
    medals: { gold: '金メダル', silver: '銀メダル', bronze: '銅メダル' },
    rounds: { Final: '決勝', 'Semi-Final': '準決勝', 'Quarter Final': '準々決勝', round: (n) => `${n}回戦` },
    entered: (names) => `エントリー：${names}`,
    more: (count) => `ほか${count}名`,
    teamEntered: (count) => `${count}名がエントリー`,
    joined: (count) => `${count}名追加`,
    withdrew: (count) => `${count}名辞退`,
    test: 'この端末に通知が届くようになりました。',
  },
}
