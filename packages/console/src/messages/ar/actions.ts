import type { Translation } from '../catalogue.ts';
import type { actions as english } from '../en/actions.ts';

export const actions: Translation<typeof english> = {
  cancel: 'إلغاء',
  save: 'حفظ',
  remove: 'إزالة',
  edit: 'تعديل',
  done: 'تم',
  close: 'إغلاق',
  confirm: 'تأكيد',
  continue: 'متابعة',
  showMore: 'عرض المزيد',
  title: 'الإجراءات',
  loading: 'جارٍ التحميل',
  signIn: 'تسجيل الدخول',
  signOut: 'تسجيل الخروج',
  backToSignIn: 'العودة إلى تسجيل الدخول',
  singleSignOn: 'تسجيل الدخول الموحد',
  language: 'اللغة',
  dismiss: 'إغلاق',
  togglePassword: 'إظهار كلمة المرور أو إخفاؤها',
};
