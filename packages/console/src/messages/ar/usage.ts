import type { Translation } from '../catalogue.ts';
import type { usage as english } from '../en/usage.ts';

export const usage: Translation<typeof english> = {
  title: 'الاستخدام المفوتر',
  eventUnits: 'وحدات الأحداث',
  screenings: 'عمليات الفحص (غير مفوترة)',
  day: 'اليوم',
  key: 'المفتاح',
  groupBy: 'التجميع حسب',
  used: 'المستخدم',
  usage: 'الاستخدام',
  noUsage: 'لا استخدام في هذه الفترة.',
  noUsageWords: 'يُحتسب هنا ما تستخدمه الاستدعاءات والفحوص السريعة والمراقبة حسب اليوم والمفتاح والنطاق.',
  daysWords: 'الأيام بتوقيت UTC. يشمل التصدير كل النطاقات والمفاتيح.',
  quota: 'الحصة المتاحة',
  billingBlocked: 'الفوترة محظورة. تُرفض الاستدعاءات التي تكلّف وحدة.',
  unitsLabel: 'الوحدات الممنوحة والمستخدمة والمتبقية',
  granted: 'الممنوح',
  remaining: 'الحصة المتبقية',
  storedFiles: 'الملفات المخزّنة',
  withoutKey: 'وحدة التحكم والخدمة',
};
