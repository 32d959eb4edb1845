import type { Translation } from '../catalogue.ts';
import type { session as english } from '../en/session.ts';

export const session: Translation<typeof english> = {
  signInWords: 'تسجيل الدخول إلى وحدة التحكم',
  password: 'كلمة المرور',
  oneTimeCode: 'رمز لمرة واحدة',
  oneTimeCodeWords: 'من تطبيق المصادقة، أو رمز استرداد',
  withPasskey: 'تسجيل الدخول بمفتاح مرور',
  forgotPassword: 'هل نسيتم كلمة المرور؟',
};
