import type { Translation } from '../catalogue.ts';
import type { manual as english } from '../en/manual.ts';

export const manual: Translation<typeof english> = {
  keySearch: 'البحث في الصفحات والحالات والعملاء والإجراءات',
  keyNextCase: 'الحالة التالية',
  keyFind: 'بحث',
  keyHit: 'تحديد تطابق من الحالة',
  keyRule: 'البت: تطابق صحيح، تطابق خاطئ، غير محسوم',
  keySelectHits: 'تحديد تطابق، أو تحديد كل التطابقات المعروضة: عندئذ تبتّ المفاتيح T وF وU فيها جميعًا',
  keyContradicting: 'التطابقات التي يتعارض فيها الميلاد أو البلد أو الجنس',
  keyUnresolved: 'التطابقات التي بلا حكم، كل التطابقات',
  keyClaim: 'استلام',
  keyDecide: 'الموافقة أو التمرير إلى المجموعة التالية، الرفض',
  keyNote: 'إضافة ملاحظة، إرفاق ملف',
  keyPrint: 'طباعة حالة أو فحص أو حفظه بصيغة PDF',
  keyReview: 'عند مراجعة المستندات: قبول، رفض، إعادة طلب',
  keyAssign: 'تحديد صف، إسناد الحالات المحددة',
  keyExport: 'حفظ تقرير حالة، تصدير قائمة الحالات',
  keyConfirm: 'تأكيد مربع حوار',
  goTo: 'الانتقال إلى {page}',
  shortcuts: 'اختصارات لوحة المفاتيح',
  docs: 'في الوثائق: {page}',
  yours: 'أدواركم تشمل {permissions}.',
  notYours: 'أدواركم لا تشمل {permissions}.',
};
