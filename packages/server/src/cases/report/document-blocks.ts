import type { DocumentReview, SubmittedDocumentView } from '@gatehouse/contract';
import { fieldsBlock, headed, type ReportBlock, type ReportText, tableBlock } from '../../pdf/index.ts';
import { contentCheck } from './file-notices.ts';
import type { ReportLanguage } from './report-language.ts';
import { personText } from './report-people.ts';
import type { ReportSource } from './report-source.ts';

/** Every document: what it is, what was read on it and found, what people said of it, and its pictures. */
export function documentBlocks(source: ReportSource): ReportBlock[] {
  const { language } = source;
  const words = language.texts.documents;
  const { documents, givenDocuments, documentReviews } = source.whole;
  if (documents.length === 0 && givenDocuments.length === 0) return [];
  const reviewsOf = (documentId: string) =>
    documentReviews
      .filter((review) => review.documentId === documentId)
      .flatMap((review) => reviewFields(review, source));
  return [
    ...givenDocuments.flatMap((document) =>
      headed(titleOf(document, language), [
        ...givenFields(document, language),
        ...fieldsBlock(reviewsOf(document.documentId)),
      ]),
    ),
    ...headed(words.files, fileTable(source)),
    ...fieldsBlock(documents.flatMap(({ uploadId }) => reviewsOf(uploadId))),
    ...headed(words.pictures, pictureBlocks(source)),
  ];
}

function titleOf({ type, country }: SubmittedDocumentView, language: ReportLanguage): string {
  return language.document(type, country);
}

function givenFields(document: SubmittedDocumentView, language: ReportLanguage): ReportBlock[] {
  const words = language.texts.documents;
  const shown = (field: string, value: string) => language.stated(field, value);
  const { fields, readings, differences, contradictions, findings, unchecked } = document;
  return fieldsBlock([
    [words.person, document.person ?? ''],
    [words.issuedOn, document.issuedOn ?? ''],
    ...Object.entries(fields).map(
      ([name, value]) => [language.label(name), language.stated(name, value)] as const,
    ),
    [
      words.readings,
      readings
        .map(({ field, zone, print }) =>
          language.labelled(
            language.label(field),
            language.list([
              zone === null ? null : words.zone(shown(field, zone)),
              print === null ? null : words.print(shown(field, print)),
            ]),
          ),
        )
        .join('\n'),
    ],
    [
      words.differences,
      differences
        .map(({ field, read, confirmed }) =>
          language.labelled(language.label(field), words.changed(read, confirmed ?? language.texts.none)),
        )
        .join('\n'),
    ],
    [
      words.contradictions,
      contradictions
        .map((one) => language.labelled(language.label(one.field), words.contradicts(one.document, one.told)))
        .join('\n'),
    ],
    [words.findings, language.list(findings.map((code) => language.label(`finding-${code}`)))],
    [words.unchecked, language.list(unchecked.map((code) => codeText(code, language)))],
  ]);
}

/** `unread:blurred` as `Unread: blurred`. */
function codeText(code: string, language: ReportLanguage): string {
  const [first = '', ...reasons] = code.split(':');
  const rest = reasons.map((reason) => language.label(`reason-${reason}`));
  return rest.length === 0
    ? language.label(first)
    : language.labelled(language.label(first), language.list(rest));
}

function reviewFields({ verdict, reason, reviewedBy, reviewedAt }: DocumentReview, source: ReportSource) {
  const { language } = source;
  const words = language.texts.documents;
  const text = [
    words.reviews[verdict],
    reason,
    language.list([personText(reviewedBy, source), language.instant(reviewedAt)]),
  ];
  return [[words.review, text.filter(Boolean).join('\n')] as const];
}

function fileTable(source: ReportSource): ReportBlock[] {
  const { whole, pictures, language } = source;
  const words = language.texts.documents;
  return tableBlock(
    [
      { title: words.file, width: 4 },
      { title: words.size, width: 1.6, isNumber: true },
      { title: words.by, width: 3.8 },
      { title: words.at, width: 3 },
      { title: words.hash, width: 4.4 },
    ],
    whole.documents.map(({ uploadId, filename, size, origin, by, at, sha256 }) => [
      fileText(filename, contentCheck(pictures.get(uploadId)), language),
      language.bytes(size),
      `${words.origins[origin]}\n${by === null ? '' : personText(by, source)}`.trim(),
      language.instant(at),
      sha256,
    ]),
  );
}

/** What a check found that a reader must know stands out, in bold and in capitals: a printer may be in grey. */
function fileText(
  filename: string,
  check: keyof ReportLanguage['texts']['documents']['checks'],
  language: ReportLanguage,
): ReportText {
  const text = `${filename}\n${language.texts.documents.checks[check]}`;
  return check === 'intact' ? text : { text, tone: check === 'unchecked' ? 'warning' : 'negative' };
}

/** The pictures two by two; a file that is not shown is named with the reason. */
function pictureBlocks({ whole, pictures, language }: ReportSource): ReportBlock[] {
  const words = language.texts.documents;
  const { documents } = whole;
  const shown = documents.filter(({ uploadId }) => pictures.get(uploadId) === 'shown');
  const others = documents.flatMap(({ uploadId, filename }) => {
    const state = pictures.get(uploadId) ?? 'missing';
    return state === 'shown' ? [] : [[filename, words[state]] as const];
  });
  return [
    ...(shown.length === 0
      ? []
      : [
          {
            kind: 'pictures',
            items: shown.map(({ uploadId, filename }) => ({
              file: uploadId,
              caption: filename,
              unreadable: words.unreadable,
            })),
          } as const,
        ]),
    ...fieldsBlock(others),
  ];
}
