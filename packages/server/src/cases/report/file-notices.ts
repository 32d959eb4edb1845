import type { ReportDocument } from '../../pdf/index.ts';
import type { FileState, ReportSource } from './report-source.ts';

type Check = keyof ReportSource['language']['texts']['documents']['checks'];

/** Most files that the first page names. */
const maxNamed = 10;

/** What the comparison of a file with its hash found. */
export function contentCheck(state: FileState | undefined): Check {
  if (state === undefined || state === 'missing') return 'missing';
  if (state === 'tooMany') return 'unchecked';
  return state === 'damaged' || state === 'keyless' ? state : 'intact';
}

/** For the first page: files that are missing or were changed since they were received, and those that nobody compared. */
export function fileNotices({ whole, pictures, language }: ReportSource): ReportDocument['notices'] {
  const words = language.texts.documents;
  const lines = (checks: readonly Check[]) =>
    whole.documents.flatMap(({ uploadId, filename }) => {
      const check = contentCheck(pictures.get(uploadId));
      return checks.includes(check) ? [language.labelled(filename, words.checks[check])] : [];
    });
  const shortened = (all: readonly string[]) =>
    [
      ...all.slice(0, maxNamed),
      ...(all.length > maxNamed
        ? [language.texts.decision.missing.more(language.number(all.length - maxNamed))]
        : []),
    ].join('\n');
  const [lost, unchecked] = [lines(['missing', 'keyless', 'damaged']), lines(['unchecked'])];
  return [
    ...(lost.length === 0
      ? []
      : [{ tone: 'negative', title: words.lostTitle, text: shortened(lost) } as const]),
    ...(unchecked.length === 0
      ? []
      : [{ tone: 'warning', title: words.uncheckedTitle, text: shortened(unchecked) } as const]),
  ];
}
