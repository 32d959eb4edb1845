import { Notifications } from '@mantine/notifications';
import { languages } from '../messages/languages.ts';
import { currentLanguage } from '../messages/text.ts';

/** What is told beside the page. It is loaded after the first page; what is to be told before is kept until then. */
export function Notices() {
  const { direction } = languages[currentLanguage()];
  return <Notifications position={direction === 'rtl' ? 'bottom-left' : 'bottom-right'} limit={3} />;
}
