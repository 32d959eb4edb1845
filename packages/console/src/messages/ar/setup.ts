import type { Translation } from '../catalogue.ts';
import type { setup as english } from '../en/setup.ts';

export const setup: Translation<typeof english> = {
  title: 'الإعداد',
  progress: 'اكتمل {done} من {all}',
  hide: 'إخفاء قائمة الإعداد',
  done: 'مكتمل',
  toDo: 'لم يكتمل',
  'step-workflow': 'نشر مسار عمل',
  'words-workflow': 'يحدد ما يُفحص ومن يقرر.',
  'open-workflow': 'اختيار قالب',
  'step-key': 'إنشاء مفتاح API',
  'words-key': 'يوقّع خادمكم استدعاءاته بسر المفتاح.',
  'open-key': 'فتح مفاتيح API',
  'step-call': 'إرسال أول استدعاء موقّع',
  'words-call': 'انسخوا برنامجًا يحتوي على مفتاحكم ونطاقكم ثم شغّلوه على جهازكم. لا يُحتسب التشغيل من مرجع API.',
  'open-call': 'فتح الاستدعاء النموذجي',
  'step-lists': 'تحميل قوائم العقوبات',
  'words-lists': 'تكتمل الخطوة عندما تكون كل قائمة محمّلة ومتحققًا منها في موعدها.',
  listsByOthers:
    'يقوم بذلك من يشغّل هذا التثبيت. تكتمل الخطوة عندما تكون كل قائمة محمّلة ومتحققًا منها في موعدها.',
  'open-lists': 'فتح القوائم',
  'step-case': 'البت في أول حالة',
  'words-case': 'افحصوا اسمًا، وأرسلوه إلى مسار الحالات، ثم بتّوا في الحالة.',
  'open-case': 'فحص اسم',
  'step-webhook': 'تلقي رد من Webhook',
  'words-webhook': 'أضيفوا عنوان خادمكم وأرسلوا اختبارًا.',
  'open-webhook': 'فتح Webhooks',
  'step-colleague': 'دعوة زميل',
  'words-colleague': 'عندئذٍ يمكن أن تتطلب القرارات شخصًا ثانيًا.',
  'open-colleague': 'فتح الأشخاص',
};
