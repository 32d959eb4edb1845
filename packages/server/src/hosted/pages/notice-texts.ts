import type { FlowLanguage } from '@gatehouse/contract';

/** What can be said instead of the pages: readable without script, and no more than is safe to tell. */
export type NoticeKind =
  | 'unknown'
  | 'expired'
  | 'superseded'
  | 'spent'
  | 'unavailable'
  | 'tooMany'
  | 'missing';

interface Notice {
  readonly title: string;
  readonly text: string;
}

type NoticeTexts = Readonly<Record<NoticeKind, Notice>> & {
  /** Before the tenant's addresses: where another link helps, and where none is needed. */
  readonly ask: string;
  readonly askOnly: string;
  /** Where none are known. */
  readonly askSender: string;
};

/** What is said where there is no page to show, in every language of the pages. */
export const noticeTexts: Readonly<Record<FlowLanguage, NoticeTexts>> = {
  en: {
    unknown: { title: 'This link is not valid', text: 'Check that the whole address was copied.' },
    expired: {
      title: 'This link has expired',
      text: 'A link can be used for seven days. You need a new one.',
    },
    superseded: {
      title: 'There is a newer link',
      text: 'A newer link was sent to you. Open the one in the latest message; this one no longer works.',
    },
    spent: {
      title: 'Already submitted',
      text: 'Your information has arrived. You do not need to do anything more.',
    },
    unavailable: {
      title: 'Not available right now',
      text: 'Please try again in a few minutes. Nothing is lost.',
    },
    tooMany: { title: 'Too many attempts', text: 'Please wait a minute and open the link again.' },
    missing: { title: 'Nothing is here', text: 'Open the link that you were sent.' },
    ask: 'Questions or a new link:',
    askOnly: 'Questions:',
    askSender: 'If you have questions or need a new link, ask the company that sent it to you.',
  },
  de: {
    unknown: {
      title: 'Dieser Link ist nicht gültig',
      text: 'Prüfen Sie, ob die ganze Adresse kopiert wurde.',
    },
    expired: {
      title: 'Dieser Link ist abgelaufen',
      text: 'Ein Link gilt sieben Tage. Sie brauchen einen neuen.',
    },
    superseded: {
      title: 'Es gibt einen neueren Link',
      text: 'Ihnen wurde ein neuerer Link geschickt. Öffnen Sie den aus der letzten Nachricht; dieser gilt nicht mehr.',
    },
    spent: {
      title: 'Bereits abgeschickt',
      text: 'Ihre Angaben sind angekommen. Sie müssen nichts weiter tun.',
    },
    unavailable: {
      title: 'Gerade nicht erreichbar',
      text: 'Bitte versuchen Sie es in einigen Minuten noch einmal. Nichts geht verloren.',
    },
    tooMany: {
      title: 'Zu viele Versuche',
      text: 'Bitte warten Sie eine Minute und öffnen Sie den Link noch einmal.',
    },
    missing: { title: 'Hier ist nichts', text: 'Öffnen Sie den Link, der Ihnen geschickt wurde.' },
    ask: 'Fragen oder ein neuer Link:',
    askOnly: 'Fragen:',
    askSender:
      'Wenn Sie Fragen haben oder einen neuen Link brauchen, wenden Sie sich an das Unternehmen, das ihn geschickt hat.',
  },
  fr: {
    unknown: { title: "Ce lien n'est pas valable", text: "Vérifiez que l'adresse a été copiée en entier." },
    expired: {
      title: 'Ce lien a expiré',
      text: 'Un lien est valable sept jours. Il vous en faut un nouveau.',
    },
    superseded: {
      title: 'Il existe un lien plus récent',
      text: 'Un lien plus récent vous a été envoyé. Ouvrez celui du dernier message ; celui-ci ne fonctionne plus.',
    },
    spent: {
      title: 'Déjà envoyé',
      text: "Vos informations sont arrivées. Vous n'avez plus rien à faire.",
    },
    unavailable: {
      title: 'Momentanément indisponible',
      text: 'Veuillez réessayer dans quelques minutes. Rien ne sera perdu.',
    },
    tooMany: { title: 'Trop de tentatives', text: 'Veuillez attendre une minute, puis rouvrir le lien.' },
    missing: { title: "Il n'y a rien ici", text: 'Ouvrez le lien qui vous a été envoyé.' },
    ask: 'Questions ou nouveau lien :',
    askOnly: 'Questions :',
    askSender:
      "Pour toute question ou pour un nouveau lien, adressez-vous à l'entreprise qui vous l'a envoyé.",
  },
  es: {
    unknown: { title: 'Este enlace no es válido', text: 'Compruebe que se copió la dirección completa.' },
    expired: { title: 'Este enlace ha caducado', text: 'Un enlace vale siete días. Necesita uno nuevo.' },
    superseded: {
      title: 'Hay un enlace más reciente',
      text: 'Se le envió un enlace más reciente. Abra el del último mensaje; este ya no funciona.',
    },
    spent: { title: 'Ya enviado', text: 'Su información ha llegado. No tiene que hacer nada más.' },
    unavailable: {
      title: 'No disponible en este momento',
      text: 'Vuelva a intentarlo en unos minutos. No se pierde nada.',
    },
    tooMany: { title: 'Demasiados intentos', text: 'Espere un minuto y vuelva a abrir el enlace.' },
    missing: { title: 'Aquí no hay nada', text: 'Abra el enlace que se le envió.' },
    ask: 'Preguntas o un enlace nuevo:',
    askOnly: 'Preguntas:',
    askSender: 'Si tiene preguntas o necesita un enlace nuevo, diríjase a la empresa que se lo envió.',
  },
  ar: {
    unknown: { title: 'هذا الرابط غير صالح', text: 'تأكد من نسخ العنوان كاملاً.' },
    expired: { title: 'انتهت صلاحية هذا الرابط', text: 'يصلح الرابط سبعة أيام. تحتاج إلى رابط جديد.' },
    superseded: {
      title: 'يوجد رابط أحدث',
      text: 'أُرسل إليك رابط أحدث. افتح الرابط الموجود في آخر رسالة؛ هذا الرابط لم يعد يعمل.',
    },
    spent: { title: 'تم الإرسال من قبل', text: 'وصلت معلوماتك. ليس عليك القيام بأي شيء آخر.' },
    unavailable: { title: 'غير متاح الآن', text: 'يرجى المحاولة مرة أخرى بعد بضع دقائق. لن يضيع شيء.' },
    tooMany: { title: 'محاولات كثيرة جدًا', text: 'يرجى الانتظار دقيقة ثم فتح الرابط من جديد.' },
    missing: { title: 'لا يوجد شيء هنا', text: 'افتح الرابط الذي أُرسل إليك.' },
    ask: 'للأسئلة أو لطلب رابط جديد:',
    askOnly: 'للأسئلة:',
    askSender: 'إذا كانت لديك أسئلة أو احتجت إلى رابط جديد فاسأل الشركة التي أرسلته إليك.',
  },
  zh: {
    unknown: { title: '此链接无效', text: '请检查是否复制了完整的地址。' },
    expired: { title: '此链接已过期', text: '链接的有效期为七天。您需要一个新的链接。' },
    superseded: {
      title: '已有更新的链接',
      text: '我们已向您发送了更新的链接。请打开最近一封消息中的链接；此链接已失效。',
    },
    spent: { title: '已经提交', text: '您的信息已收到，无需再做任何事情。' },
    unavailable: { title: '暂时无法访问', text: '请过几分钟再试。不会丢失任何内容。' },
    tooMany: { title: '尝试次数过多', text: '请等待一分钟后再打开链接。' },
    missing: { title: '这里没有内容', text: '请打开发送给您的链接。' },
    ask: '如有疑问或需要新的链接：',
    askOnly: '如有疑问：',
    askSender: '如有疑问或需要新的链接，请联系向您发送链接的公司。',
  },
};
