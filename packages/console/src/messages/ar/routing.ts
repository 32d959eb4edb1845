import type { Translation } from '../catalogue.ts';
import type { routing as english } from '../en/routing.ts';

export const routing: Translation<typeof english> = {
  started: 'تبدأ عمليات الإرسال مسار العمل هذا',
  replaced: 'تبدأ عمليات الإرسال {workflow} بدلًا منه',
  startsOn: 'يبدأ عند {event}',
  notStarted: 'منشور، لكن عمليات الإرسال تبدأ مسار عمل آخر',
  startsInstead:
    'تبدأ عمليات الإرسال من النوع «{event}» ذات المصدر {source} في النطاق {domain} مسار العمل {workflow}: من بين عدة مسارات، يبدأ آخر ما نُشر. ولا يبدأ هذا المسار إلا بعملية إرسال تذكره بمعرّفه.',
  wayBack: 'انشروا هذا المسار من جديد لكي تبدأه عمليات الإرسال.',
  publishAgain: 'إعادة النشر',
  replaces: 'يحل محل {workflow}',
  replacesWords:
    'تبدأ عمليات الإرسال من النوع «{event}» ذات المصدر {source} في النطاق {domain} حاليًا مسار العمل {workflow}. وفور نشر هذا المسار تبدأه هو بدلًا من ذلك.',
  leaves: 'لم يعد يبدأ عند {event}',
  leavesNone:
    'عندئذ لا تبدأ عمليات الإرسال من النوع «{event}» ذات المصدر {source} في النطاق {domain} أي مسار عمل، وتُرفض.',
  leavesTo:
    'عندئذ تبدأ عمليات الإرسال من النوع «{event}» ذات المصدر {source} في النطاق {domain} مسار العمل {workflow}.',
};
