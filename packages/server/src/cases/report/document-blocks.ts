import type { CaseDocument, DocumentReview, SubmittedDocumentView } from '@gatehouse/contract';
import { fieldsBlock, headed, type ReportBlock, tableBlock } from './report-blocks.ts';
import type { ReportLanguage } from './report-language.ts';
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
      .flatMap((review) => reviewFields(review, language));
  return [
    ...givenDocuments.flatMap((document) =>
      headed(titleOf(document, language), [
        ...givenFields(document, language),
        ...fieldsBlock(reviewsOf(document.documentId)),
      ]),
    ),
    ...headed(words.files, fileTable(documents, language)),
    ...fieldsBlock(documents.flatMap(({ uploadId }) => reviewsOf(uploadId))),
    ...headed(words.pictures, pictureBlocks(source)),
  ];
}

function titleOf({ type, country }: SubmittedDocumentView, language: ReportLanguage): string {
  return country === null
    ? language.label(type)
    : language.list([language.label(type), language.codedCountry(country)]);
}

function givenFields(document: SubmittedDocumentView, language: ReportLanguage): ReportBlock[] {
  const words = language.texts.documents;
  const { fields, readings, differences, contradictions, findings, unchecked } = document;
  return fieldsBlock([
    [words.person, document.person ?? ''],
    [words.issuedOn, document.issuedOn ?? ''],
    ...Object.entries(fields).map(([name, value]) => [language.label(name), language.value(value)] as const),
    [
      words.readings,
      readings
        .map(({ field, zone, print }) =>
          language.labelled(language.label(field), [zone, print].filter(Boolean).join(' / ')),
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
    [words.findings, language.list(findings.map((code) => codeText(code, language)))],
    [words.unchecked, language.list(unchecked.map((code) => codeText(code, language)))],
  ]);
}

/** `unread:blurred` as `Unread: blurred`. */
function codeText(code: string, language: ReportLanguage): string {
  const [first = '', ...rest] = code.split(':').map((part) => language.label(part));
  return rest.length === 0 ? first : language.labelled(first, language.list(rest));
}

function reviewFields({ verdict, reason, reviewedBy, reviewedAt }: DocumentReview, language: ReportLanguage) {
  const words = language.texts.documents;
  const text = [words.reviews[verdict], reason, language.list([reviewedBy, language.instant(reviewedAt)])];
  return [[words.review, text.filter(Boolean).join('\n')] as const];
}

function fileTable(documents: readonly CaseDocument[], language: ReportLanguage): ReportBlock[] {
  const words = language.texts.documents;
  return tableBlock(
    [
      { title: words.file, width: 4 },
      { title: words.size, width: 1.6, isNumber: true },
      { title: words.by, width: 3 },
      { title: words.at, width: 4.2 },
      { title: words.hash, width: 4 },
    ],
    documents.map(({ filename, size, origin, by, at, sha256 }) => [
      filename,
      language.bytes(size),
      `${words.origins[origin]}\n${by ?? ''}`.trim(),
      language.instant(at),
      sha256,
    ]),
  );
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
