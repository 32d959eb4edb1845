import type { ConsoleData } from '@gatehouse/contract';
import { engineTitles, listTitle } from '../hits/list-titles.ts';
import { text } from '../messages/text.ts';
import { formatZonedInstant, listText } from '../ui/format.ts';

type NotRepeatable = Extract<ConsoleData<'asOf.name'>, { kind: 'notRepeatable' }>['why'];

/** Why something cannot be screened again, for people. */
export function whyNot(why: NotRepeatable): string {
  const { source = '', version = '', file = '', sha256 = '', engineVersion = '' } = why;
  const list = listTitle(source);
  switch (why.reason) {
    case 'LIST_VERSION_UNKNOWN':
      return text('rescreening.versionUnknown', { list, version });
    case 'LIST_FILE_MISSING':
      return text('rescreening.fileMissing', { list, version, file, sha256 });
    case 'LIST_FILE_CHANGED':
      return text('rescreening.fileChanged', { list, version, file, sha256 });
    case 'ENGINE_NOT_KEPT':
      return text('rescreening.engineNotKept', { version: engineVersion });
    case 'ENGINE_CHANGED':
      return text('rescreening.engineChanged', { version: engineVersion });
    case 'WATCHLIST_NOT_KEPT':
      return text('rescreening.watchlistNotKept', { at: formatZonedInstant(why.keptSince ?? 0) });
    case 'WATCHLIST_ERASED':
      return text('rescreening.watchlistErased', { entries: listText(why.entries ?? []) });
    case 'OUTSIDE_SERVICE':
      return text('rescreening.outside', { engine: engineTitles[why.engine ?? 'INTERNET_SEARCH'] });
    case 'SUBJECT_NOT_KEPT':
      return text('rescreening.subjectNotKept');
  }
}
