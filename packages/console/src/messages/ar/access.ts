import type { Translation } from '../catalogue.ts';
import type { access as english } from '../en/access.ts';

export const access: Translation<typeof english> = {
  title: 'رموز الوصول',
  words: 'بالرمز يقرأ برنامج، كمساعد آلي، نيابة عنكم. لا يغيّر شيئًا ولا يرى أكثر مما تسمح به أدواركم.',
  create: 'إنشاء رمز وصول',
  name: 'الاسم',
  nameWords: 'لتمييزه لاحقًا، مثلًا: المساعد على حاسوبي',
  domain: 'النطاق',
  domainWords:
    'حالات هذا النطاق وعملاؤه وعمليات تنفيذه واستخدامه وسجلات تدقيقه فقط. أما حالة القوائم والحصص فتخص المستأجر كله.',
  personalData: 'تضمين البيانات الشخصية',
  personalDataWords:
    'معطّل: الأوضاع والأعداد والدرجات والأوقات فقط. مفعّل: تخرج من هذه الخدمة مع الإجابات الأسماء وتواريخ الميلاد والأسباب وكل ما يحق لكم قراءته.',
  days: 'تنتهي الصلاحية بعد (أيام)',
  createdTitle: 'تم إنشاء رمز الوصول',
  createdWords: 'يُرجى نسخه الآن. لن يُعرض مرة أخرى.',
  token: 'رمز الوصول',
  startWords: 'يُشغَّل خادم المساعدين مع وضع الرمز في GATEHOUSE_ACCESS_TOKEN:',
  expires: 'ينتهي في',
  lastUsed: 'آخر استخدام',
  never: 'أبدًا',
  included: 'بيانات شخصية',
  ofPerson: 'رموز الوصول الخاصة بـ {email}',
  ofPersonWords: 'بها تقرأ البرامج نيابة عن هذا الشخص، ولا يرى أي منها أكثر مما تسمح به أدواره في ذلك الوقت.',
  none: 'لا توجد رموز وصول.',
  revoke: 'إبطال',
  revokeNamed: 'إبطال {name}',
  revokeAsk: 'إبطال رمز الوصول {name}؟',
  revokeWords: 'تُرفض البرامج التي تستخدمه فورًا.',
};
