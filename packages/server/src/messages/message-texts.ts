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
};

/** Languages that are written from right to left. */
export const rightToLeft: ReadonlySet<FlowLanguage> = new Set(['ar']);
