import type { Translation } from '../catalogue.ts';
import type { templates as english } from '../en/templates.ts';

export const templates: Translation<typeof english> = {
  title: 'قوالب مسارات العمل',
  words: 'يصبح القالب مسودة خاصة بكم. لا يُنفَّذ شيء قبل نشرها.',
  blank: 'مسار عمل فارغ',
  use: 'استخدام القالب',
  useOf: 'استخدام القالب: {name}',
  startedBy: 'يبدأ بواسطة',
  startedByCall: 'استدعاء من خادمكم',
  startedByPerson: 'شخص على الصفحات المستضافة',
  startedByLists: 'تغيّر في قائمة',
  steps: 'الخطوات',
  inputs: 'المدخلات',
  needs: 'يحتاج إلى',
  needsLists: 'قوائم ({engines})',
  needsGroups: 'مجموعات مراجعين ({groups})',
  needsWebhooks: 'Webhooks ({webhooks})',
  needsHosted: 'الصفحات المستضافة',
  'needsCodes-phone': 'رسائل SMS للرموز',
  'needsCodes-email': 'البريد الإلكتروني للرموز',
  missing: 'غير موجود بعد: {names}. توضح المسودة موضع التغيير.',
  'name-screening': 'فحص الأسماء',
  'purpose-screening':
    'يفحص عميلًا يرسله خادمكم أو أحد الزملاء. يُوافَق تلقائيًا على المخاطر المنخفضة، ويُحال الباقي إلى المراجعة.',
  'name-kyc-hosted': 'التحقق من الهوية',
  'purpose-kyc-hosted': 'يُدخل الشخص بياناته وإقراراته ومستنداته ورمزًا هاتفيًا، ثم يُفحص ويُقيَّم ويُتخذ القرار.',
  'name-onboarding-decision': 'قرار القبول',
  'purpose-onboarding-decision':
    'يفحص مقدم الطلب، ويطلب مستواه من نظام CRM لديكم، ويقيّم، ثم يوافق أو يرفض أو يحيل إلى المراجعة.',
  'name-kyb-hosted': 'التحقق من الشركات',
  'purpose-kyb-hosted': 'تُدخل الشركة بياناتها ومالكيها ومستنداتها. يُفحص الجميع وتقرر مجموعتان.',
  'name-kyb-two-groups': 'قبول شركة',
  'purpose-kyb-two-groups':
    'يفحص الشركة ومالكيها المصرّح بهم، ويطبق قواعد الملكية لدى OFAC والاتحاد الأوروبي والمملكة المتحدة، ويحيلها إلى مجموعتين.',
  'name-transaction-check-sync': 'فحص معاملة',
  'purpose-transaction-check-sync': 'يفحص مرسل الدفعة والمستفيد منها ويجيب ضمن الاستدعاء نفسه.',
  'name-web3-transaction': 'معاملة Web3',
  'purpose-web3-transaction': 'يفحص المحافظ والأسماء، ويطلب مستوى التعرض عبر Webhook، ثم يقرر.',
  'name-monitoring': 'المراقبة المستمرة',
  'purpose-monitoring': 'يعيد فحص العميل الخاضع للمراقبة بعد تغيّر قائمة. ويغلق الحالات التي لا تطابق فيها.',
};
