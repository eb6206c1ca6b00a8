// The texts of the emails in each language. A language that lacks a text does not compile.
import type { Language } from '#contract/language.ts'

/** A subject, the paragraphs above the link, and an optional one below it. `when` is a formatted instant. */
export type EmailText = { subject: string; above: readonly string[]; below?: string }

export type EmailTexts = {
  greeting(username: string): string
  /** The greeting without a name. */
  hello: string
  reset: EmailText
  /** With a link that verifies an address: for the account that has it, and for somebody who wants to take it. */
  emailLink: EmailText
  emailClaim: EmailText
  passwordChanged(when: string): EmailText
  emailChanged(newEmail: string, when: string): EmailText
  failedLogins(when: string): EmailText
  alertsStopped: EmailText
}

export const emailTexts: Record<Language, EmailTexts> = {
  en: {
    alertsStopped: {
      subject: 'Alerts stopped on one of your devices',
      above: [
        'RollCall can no longer send alerts to one of your devices: its browser ended them, or you were logged out there because RollCall was not opened for a while.',
        'Open RollCall on that device and log in, and alerts are on again. If they are not, turn them on here:',
      ],
    },
    greeting: (username) => `Hello ${username},`,
    hello: 'Hello,',
    emailLink: {
      subject: 'Confirm your email address for RollCall',
      above: [
        'Somebody, probably you, uses this email address for a RollCall account. Confirm here that it is yours; the link works once, for 3 days:',
      ],
      below:
        'If it was not you, ignore this mail, or open the link to say so and use the address for an account of your own. Until somebody confirms the address, RollCall sends hardly anything to it.',
    },
    emailClaim: {
      subject: 'Use your email address at RollCall',
      above: [
        'Somebody, probably you, wanted to use this email address at RollCall. An account there has it already, without having confirmed it. If the address is yours, open this link to use it; the link works once, for 3 days:',
      ],
      below: 'If it was not you, ignore this mail. Nothing is changed.',
    },
    reset: {
      subject: 'Set a new password for RollCall',
      above: [
        'Somebody, probably you, asked for a new password for your RollCall account. Set it here; the link works once, for 30 minutes:',
      ],
      below: 'If it was not you, ignore this mail. Your password stays as it is.',
    },
    passwordChanged: (when) => ({
      subject: 'Your RollCall password was changed',
      above: [
        `The password of your RollCall account was changed on ${when}, and other devices were logged out.`,
        'If it was not you, ask for a new password at once, with Forgot Password here:',
      ],
    }),
    emailChanged: (newEmail, when) => ({
      subject: 'The email address of your RollCall account was changed',
      above: [
        `The email address of your RollCall account was changed to ${newEmail} on ${when}. From now on, mails go there.`,
        'If it was not you, take the change back here. It works once, for 7 days, and logs every device out:',
      ],
    }),
    failedLogins: (when) => ({
      subject: 'Many failed logins to your RollCall account',
      above: [
        `Up to ${when}, somebody tried to log in to your RollCall account with a wrong password 30 times within a day. The account is not locked and nothing was changed.`,
        'If it was not you, and your password is one that others may guess or that you use elsewhere, set a new one with Forgot Password here:',
      ],
    }),
  },
  'pt-BR': {
    alertsStopped: {
      subject: 'Os alertas pararam em um dos seus aparelhos',
      above: [
        'O RollCall não consegue mais enviar alertas para um dos seus aparelhos: o navegador os encerrou, ou a sessão terminou porque o RollCall ficou um tempo sem ser aberto.',
        'Abra o RollCall nesse aparelho e entre na sua conta, e os alertas voltam. Se não voltarem, ative-os aqui:',
      ],
    },
    greeting: (username) => `Olá, ${username}!`,
    hello: 'Olá!',
    emailLink: {
      subject: 'Confirme seu e-mail no RollCall',
      above: [
        'Alguém, provavelmente você, usa este e-mail em uma conta do RollCall. Confirme aqui que ele é seu; o link funciona uma única vez, por 3 dias:',
      ],
      below:
        'Se não foi você, ignore este e-mail, ou abra o link para dizer isso e usar o endereço em uma conta sua. Enquanto ninguém confirmar o endereço, o RollCall quase não envia mensagens para ele.',
    },
    emailClaim: {
      subject: 'Use seu e-mail no RollCall',
      above: [
        'Alguém, provavelmente você, quis usar este e-mail no RollCall. Uma conta já tem este endereço, mas nunca o confirmou. Se ele é seu, abra este link para usá-lo; o link funciona uma única vez, por 3 dias:',
      ],
      below: 'Se não foi você, ignore este e-mail. Nada foi alterado.',
    },
    reset: {
      subject: 'Defina uma nova senha para o RollCall',
      above: [
        'Alguém, provavelmente você, pediu uma nova senha para a sua conta do RollCall. Defina a nova senha aqui; o link funciona uma única vez, por 30 minutos:',
      ],
      below: 'Se não foi você, ignore este e-mail. Sua senha continua a mesma.',
    },
    passwordChanged: (when) => ({
      subject: 'Sua senha do RollCall foi alterada',
      above: [
        `A senha da sua conta do RollCall foi alterada em ${when}, e os outros aparelhos foram desconectados.`,
        'Se não foi você, peça uma nova senha agora mesmo, em “Esqueci a senha”, aqui:',
      ],
    }),
    emailChanged: (newEmail, when) => ({
      subject: 'O e-mail da sua conta do RollCall foi alterado',
      above: [
        `O e-mail da sua conta do RollCall foi alterado para ${newEmail} em ${when}. A partir de agora, as mensagens vão para lá.`,
        'Se não foi você, desfaça a alteração aqui. O link funciona uma única vez, por 7 dias, e desconecta todos os aparelhos:',
      ],
    }),
    failedLogins: (when) => ({
      subject: 'Muitas tentativas sem sucesso de entrar na sua conta do RollCall',
      above: [
        `Até ${when}, alguém tentou entrar na sua conta do RollCall com uma senha errada 30 vezes no período de um dia. A conta não foi bloqueada e nada foi alterado.`,
        'Se não foi você, e se a sua senha é fácil de adivinhar ou é usada em outros lugares, defina uma nova em “Esqueci a senha”, aqui:',
      ],
    }),
  },
  es: {
    alertsStopped: {
      subject: 'Las notificaciones se detuvieron en uno de tus dispositivos',
      above: [
        'RollCall ya no puede enviar notificaciones a uno de tus dispositivos: el navegador las terminó, o se cerró la sesión porque RollCall no se abrió durante un tiempo.',
        'Abre RollCall en ese dispositivo e inicia sesión, y las notificaciones vuelven. Si no vuelven, actívalas aquí:',
      ],
    },
    greeting: (username) => `Hola, ${username}:`,
    hello: 'Hola:',
    emailLink: {
      subject: 'Confirma tu correo electrónico en RollCall',
      above: [
        'Alguien, probablemente tú, usa este correo en una cuenta de RollCall. Confirma aquí que es tuyo; el enlace funciona una sola vez, durante 3 días:',
      ],
      below:
        'Si no fuiste tú, ignora este correo, o abre el enlace para decirlo y usar la dirección en una cuenta tuya. Mientras nadie confirme la dirección, RollCall apenas le envía correos.',
    },
    emailClaim: {
      subject: 'Usa tu correo electrónico en RollCall',
      above: [
        'Alguien, probablemente tú, quiso usar este correo en RollCall. Una cuenta ya lo tiene, pero nunca lo confirmó. Si la dirección es tuya, abre este enlace para usarla; el enlace funciona una sola vez, durante 3 días:',
      ],
      below: 'Si no fuiste tú, ignora este correo. No se cambió nada.',
    },
    reset: {
      subject: 'Crea una contraseña nueva para RollCall',
      above: [
        'Alguien, probablemente tú, pidió una contraseña nueva para tu cuenta de RollCall. Créala aquí; el enlace funciona una sola vez, durante 30 minutos:',
      ],
      below: 'Si no fuiste tú, ignora este correo. Tu contraseña sigue siendo la misma.',
    },
    passwordChanged: (when) => ({
      subject: 'Se cambió tu contraseña de RollCall',
      above: [
        `La contraseña de tu cuenta de RollCall se cambió el ${when}, y se cerró la sesión en los demás dispositivos.`,
        'Si no fuiste tú, pide una contraseña nueva de inmediato en “Olvidé mi contraseña”, aquí:',
      ],
    }),
    emailChanged: (newEmail, when) => ({
      subject: 'Se cambió el correo electrónico de tu cuenta de RollCall',
      above: [
        `El correo electrónico de tu cuenta de RollCall se cambió a ${newEmail} el ${when}. A partir de ahora, los correos se envían allí.`,
        'Si no fuiste tú, deshaz el cambio aquí. El enlace funciona una sola vez, durante 7 días, y cierra la sesión en todos los dispositivos:',
      ],
    }),
    failedLogins: (when) => ({
      subject: 'Muchos intentos fallidos de entrar en tu cuenta de RollCall',
      above: [
        `Hasta el ${when}, alguien intentó entrar en tu cuenta de RollCall con una contraseña incorrecta 30 veces en un día. La cuenta no está bloqueada y no se cambió nada.`,
        'Si no fuiste tú, y tu contraseña es fácil de adivinar o la usas en otros sitios, crea una nueva en “Olvidé mi contraseña”, aquí:',
      ],
    }),
  },
  ja: {
    alertsStopped: {
      subject: 'お使いの端末の1台で通知が停止しました',
      above: [
        'RollCallから、お使いの端末の1台に通知を送れなくなりました。ブラウザーが通知を終了したか、しばらくRollCallが開かれずログアウトされたためです。',
        'その端末でRollCallを開いてログインすると、通知は再開します。再開しない場合は、次のページでオンにしてください。',
      ],
    },
    greeting: (username) => `${username} 様`,
    hello: 'RollCallからのお知らせです。',
    emailLink: {
      subject: 'RollCallのメールアドレスの確認',
      above: [
        'このメールアドレスがRollCallアカウントに登録されました。ご自身のアドレスであることを次のリンクで確認してください。リンクは3日間有効で、一度だけ使えます。',
      ],
      below:
        'お心当たりがない場合は、このメールを破棄してください。リンクを開いて、このアドレスをご自身のアカウントに使うこともできます。アドレスが確認されるまで、RollCallからこのアドレスへのメールはほとんど送られません。',
    },
    emailClaim: {
      subject: 'RollCallでこのメールアドレスを使うには',
      above: [
        'RollCallでこのメールアドレスを使うお申し込みがありました。このアドレスは、確認されないまま別のアカウントに登録されています。ご自身のアドレスであれば、次のリンクから使えます。リンクは3日間有効で、一度だけ使えます。',
      ],
      below: 'お心当たりがない場合は、このメールを破棄してください。何も変更されません。',
    },
    reset: {
      subject: 'RollCallのパスワード再設定',
      above: [
        'RollCallアカウントのパスワード再設定のお申し込みがありました。次のリンクから新しいパスワードを設定してください。リンクは30分間有効で、一度だけ使えます。',
      ],
      below: 'お心当たりがない場合は、このメールを破棄してください。パスワードは変更されません。',
    },
    passwordChanged: (when) => ({
      subject: 'RollCallのパスワードが変更されました',
      above: [
        `${when}に、RollCallアカウントのパスワードが変更され、ほかの端末はログアウトされました。`,
        'お心当たりがない場合は、すぐに次のページの「パスワードをお忘れの方」から新しいパスワードを設定してください。',
      ],
    }),
    emailChanged: (newEmail, when) => ({
      subject: 'RollCallアカウントのメールアドレスが変更されました',
      above: [
        `${when}に、RollCallアカウントのメールアドレスが ${newEmail} に変更されました。今後のメールは新しいアドレスに届きます。`,
        'お心当たりがない場合は、次のリンクから変更を取り消してください。リンクは7日間有効で、一度だけ使えます。取り消すと、すべての端末からログアウトされます。',
      ],
    }),
    failedLogins: (when) => ({
      subject: 'RollCallアカウントへのログインが何度も失敗しました',
      above: [
        `${when}までの1日の間に、誤ったパスワードによるRollCallアカウントへのログインの試みが30回ありました。アカウントはロックされておらず、何も変更されていません。`,
        'お心当たりがなく、パスワードが推測されやすいものや、ほかのサービスと同じものである場合は、次のページの「パスワードをお忘れの方」から新しいパスワードを設定してください。',
      ],
    }),
  },
}
