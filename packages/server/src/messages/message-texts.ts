import type { FlowLanguage } from '@gatehouse/contract';
import type { MessageKind } from './message-content.ts';

/** Words of one kind of message; `{name}` is the tenant, the others are the content's. */
export interface MessageTexts {
  readonly subject: string;
  /** Stands before what the message is about, such as the code. */
  readonly opening: string;
  /** Paragraphs after it. */
  readonly closing: readonly string[];
  readonly sms: string;
}

/** THE table of texts: every kind in every language, which the compiler and a test hold complete. */
export const messageTexts: Readonly<Record<MessageKind, Readonly<Record<FlowLanguage, MessageTexts>>>> = {
  code: {
    en: {
      subject: '{name}: your verification code',
      opening: 'Your code is:',
      closing: [
        'It is valid for {validity} and can be used once.',
        'Tell it to nobody; {name} never asks for it by phone or mail. If you did not ask for a code, you need do nothing.',
      ],
      sms: '{name}: your code is {code}. It is valid for {validity}. Tell it to nobody.',
    },
    de: {
      subject: '{name}: Ihr Bestätigungscode',
      opening: 'Ihr Code lautet:',
      closing: [
        'Er gilt {validity} und kann einmal verwendet werden.',
        'Geben Sie ihn niemandem weiter; {name} fragt nie am Telefon oder per E-Mail danach. Wenn Sie keinen Code angefordert haben, müssen Sie nichts tun.',
      ],
      sms: '{name}: Ihr Code lautet {code}. Er gilt {validity}. Geben Sie ihn niemandem weiter.',
    },
    fr: {
      subject: '{name} : votre code de vérification',
      opening: 'Votre code est :',
      closing: [
        'Il est valable {validity} et ne peut être utilisé qu’une fois.',
        'Ne le communiquez à personne ; {name} ne le demande jamais par téléphone ni par e-mail. Si vous n’avez pas demandé de code, vous n’avez rien à faire.',
      ],
      sms: '{name} : votre code est {code}. Il est valable {validity}. Ne le communiquez à personne.',
    },
    es: {
      subject: '{name}: su código de verificación',
      opening: 'Su código es:',
      closing: [
        'Es válido durante {validity} y solo puede usarse una vez.',
        'No se lo dé a nadie; {name} nunca lo pide por teléfono ni por correo. Si usted no ha pedido un código, no tiene que hacer nada.',
      ],
      sms: '{name}: su código es {code}. Es válido durante {validity}. No se lo dé a nadie.',
    },
    ar: {
      subject: '{name}: رمز التحقق الخاص بك',
      opening: 'رمزك هو:',
      closing: [
        'الرمز صالح لمدة {validity} ويمكن استخدامه مرة واحدة.',
        'لا تعطه لأحد؛ {name} لا تطلبه أبدًا عبر الهاتف أو البريد. إذا لم تطلب رمزًا، فلا يلزمك فعل أي شيء.',
      ],
      sms: '{name}: رمزك هو {code}، صالح لمدة {validity}. لا تعطه لأحد.',
    },
    zh: {
      subject: '{name}：您的验证码',
      opening: '您的验证码是：',
      closing: [
        '验证码在{validity}内有效，只能使用一次。',
        '请勿告诉任何人；{name}绝不会通过电话或邮件向您索取。如果您没有请求验证码，则无需进行任何操作。',
      ],
      sms: '{name}：您的验证码是{code}，{validity}内有效。请勿告诉任何人。',
    },
  },
  invitation: {
    en: {
      subject: 'You are invited to the console of {name}',
      opening: 'You are invited to the console of {name}. Choose a password and sign in:',
      closing: [
        'The link can be used once, within {validity}. If you do not know what this is about, you need do nothing.',
      ],
      sms: 'You are invited to the console of {name}: {url}',
    },
    de: {
      subject: 'Einladung in die Konsole von {name}',
      opening:
        'Sie sind in die Konsole von {name} eingeladen. Wählen Sie ein Passwort und melden Sie sich an:',
      closing: [
        'Der Link gilt einmal, innerhalb von {validity}. Wenn Sie nicht wissen, worum es geht, müssen Sie nichts tun.',
      ],
      sms: 'Einladung in die Konsole von {name}: {url}',
    },
    fr: {
      subject: 'Invitation à la console de {name}',
      opening: 'Vous êtes invité à la console de {name}. Choisissez un mot de passe et connectez-vous :',
      closing: [
        'Le lien peut être utilisé une fois, pendant {validity}. Si vous ne savez pas de quoi il s’agit, vous n’avez rien à faire.',
      ],
      sms: 'Invitation à la console de {name} : {url}',
    },
    es: {
      subject: 'Invitación a la consola de {name}',
      opening: 'Le invitamos a la consola de {name}. Elija una contraseña e inicie sesión:',
      closing: [
        'El enlace puede usarse una vez, durante {validity}. Si no sabe de qué se trata, no tiene que hacer nada.',
      ],
      sms: 'Invitación a la consola de {name}: {url}',
    },
    ar: {
      subject: 'دعوة إلى لوحة تحكم {name}',
      opening: 'أنت مدعو إلى لوحة تحكم {name}. اختر كلمة مرور وسجّل الدخول:',
      closing: [
        'يمكن استخدام الرابط مرة واحدة خلال {validity}. إذا لم تكن تعرف ما هذا، فلا يلزمك فعل أي شيء.',
      ],
      sms: 'دعوة إلى لوحة تحكم {name}: {url}',
    },
    zh: {
      subject: '邀请您使用{name}的控制台',
      opening: '您受邀使用{name}的控制台。请设置密码并登录：',
      closing: ['链接在{validity}内有效，只能使用一次。如果您不清楚此事，则无需进行任何操作。'],
      sms: '邀请您使用{name}的控制台：{url}',
    },
  },
  reset: {
    en: {
      subject: '{name}: choose another password',
      opening:
        'Somebody, you we hope, has asked for another password at the console of {name}. Choose it here:',
      closing: [
        'The link can be used once, within {validity}. If it was not you, you need do nothing: your password stays what it is.',
      ],
      sms: 'Another password at the console of {name}: {url}',
    },
    de: {
      subject: '{name}: neues Passwort wählen',
      opening:
        'Jemand, hoffentlich Sie, hat für die Konsole von {name} ein neues Passwort verlangt. Wählen Sie es hier:',
      closing: [
        'Der Link gilt einmal, innerhalb von {validity}. Wenn Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt, wie es ist.',
      ],
      sms: 'Neues Passwort für die Konsole von {name}: {url}',
    },
    fr: {
      subject: '{name} : choisir un autre mot de passe',
      opening:
        'Quelqu’un, vous nous l’espérons, a demandé un autre mot de passe pour la console de {name}. Choisissez-le ici :',
      closing: [
        'Le lien peut être utilisé une fois, pendant {validity}. Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même.',
      ],
      sms: 'Autre mot de passe pour la console de {name} : {url}',
    },
    es: {
      subject: '{name}: elegir otra contraseña',
      opening:
        'Alguien, esperamos que usted, ha pedido otra contraseña para la consola de {name}. Elíjala aquí:',
      closing: [
        'El enlace puede usarse una vez, durante {validity}. Si no fue usted, no tiene que hacer nada: su contraseña no cambia.',
      ],
      sms: 'Otra contraseña para la consola de {name}: {url}',
    },
    ar: {
      subject: '{name}: اختيار كلمة مرور أخرى',
      opening: 'طلب شخص ما، نأمل أنه أنت، كلمة مرور أخرى للوحة تحكم {name}. اخترها هنا:',
      closing: [
        'يمكن استخدام الرابط مرة واحدة خلال {validity}. إذا لم تكن أنت، فلا يلزمك فعل أي شيء: تبقى كلمة مرورك كما هي.',
      ],
      sms: 'كلمة مرور أخرى للوحة تحكم {name}: {url}',
    },
    zh: {
      subject: '{name}：设置新密码',
      opening: '有人（希望是您）为{name}的控制台申请了新密码。请在此设置：',
      closing: [
        '链接在{validity}内有效，只能使用一次。如果不是您本人，则无需进行任何操作，您的密码保持不变。',
      ],
      sms: '为{name}的控制台设置新密码：{url}',
    },
  },
  document: {
    en: {
      subject: '{name}: a document is needed again',
      opening: '{name} needs one of your documents again. This link says which one and why:',
      closing: [
        'It is valid for {validity} and is meant for you alone: do not forward it. If you do not know what this is about, you need do nothing.',
      ],
      sms: '{name} needs one of your documents again: {url}',
    },
    de: {
      subject: '{name}: ein Dokument wird noch einmal benötigt',
      opening: '{name} benötigt eines Ihrer Dokumente noch einmal. Dieser Link zeigt, welches und warum:',
      closing: [
        'Er gilt {validity} und ist nur für Sie bestimmt: Leiten Sie ihn nicht weiter. Wenn Sie nicht wissen, worum es geht, müssen Sie nichts tun.',
      ],
      sms: '{name} benötigt eines Ihrer Dokumente noch einmal: {url}',
    },
    fr: {
      subject: '{name} : un document est de nouveau demandé',
      opening: '{name} a de nouveau besoin d’un de vos documents. Ce lien indique lequel et pourquoi :',
      closing: [
        'Il est valable {validity} et vous est réservé : ne le transférez pas. Si vous ne savez pas de quoi il s’agit, vous n’avez rien à faire.',
      ],
      sms: '{name} a de nouveau besoin d’un de vos documents : {url}',
    },
    es: {
      subject: '{name}: se necesita de nuevo un documento',
      opening: '{name} necesita de nuevo uno de sus documentos. Este enlace indica cuál y por qué:',
      closing: [
        'Es válido durante {validity} y es solo para usted: no lo reenvíe. Si no sabe de qué se trata, no tiene que hacer nada.',
      ],
      sms: '{name} necesita de nuevo uno de sus documentos: {url}',
    },
    ar: {
      subject: '{name}: مطلوب مستند مرة أخرى',
      opening: 'تحتاج {name} إلى أحد مستنداتك مرة أخرى. يوضح هذا الرابط أي مستند ولماذا:',
      closing: [
        'الرابط صالح لمدة {validity} وهو لك وحدك، فلا تُعد توجيهه. إذا لم تكن تعرف ما هذا، فلا يلزمك فعل أي شيء.',
      ],
      sms: 'تحتاج {name} إلى أحد مستنداتك مرة أخرى: {url}',
    },
    zh: {
      subject: '{name}：需要您重新提交一份文件',
      opening: '{name}需要您重新提交一份文件。以下链接说明是哪份文件以及原因：',
      closing: ['链接在{validity}内有效，仅供您本人使用，请勿转发。如果您不清楚此事，则无需进行任何操作。'],
      sms: '{name}需要您重新提交一份文件：{url}',
    },
  },
};

/** Languages that are written from right to left. */
export const rightToLeft: ReadonlySet<FlowLanguage> = new Set(['ar']);
