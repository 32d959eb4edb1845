import type { CaseDocument, DocumentReview, SubmittedDocumentView } from '@gatehouse/contract';
import { fieldsBlock, headed, type ReportBlock, tableBlock } from './report-blocks.ts';
import { bytesText, codedCountry, instantText, labelText, valueText } from './report-format.ts';
import type { ReportSource } from './report-source.ts';
import { reportWords } from './report-words.ts';

const words = reportWords.documents;

/** Every document: what it is, what was read on it and found, what people said of it, and its pictures. */
export function documentBlocks(source: ReportSource): ReportBlock[] {
  const { documents, givenDocuments, documentReviews } = source.whole;
  if (documents.length === 0 && givenDocuments.length === 0) return [];
  const reviewsOf = (documentId: string) =>
    documentReviews.filter((review) => review.documentId === documentId).flatMap(reviewFields);
  return [
    ...givenDocuments.flatMap((document) =>
      headed(titleOf(document), [...givenFields(document), ...fieldsBlock(reviewsOf(document.documentId))]),
    ),
    ...headed(words.files, fileTable(documents)),
    ...fieldsBlock(documents.flatMap(({ uploadId }) => reviewsOf(uploadId))),
    ...headed(words.pictures, pictureBlocks(source)),
  ];
}

function titleOf({ type, country }: SubmittedDocumentView): string {
  return country === null ? labelText(type) : `${labelText(type)}, ${codedCountry(country)}`;
}

function givenFields(document: SubmittedDocumentView): ReportBlock[] {
  const { fields, readings, differences, contradictions, findings, unchecked } = document;
  return fieldsBlock([
    [words.person, document.person ?? ''],
    [words.issuedOn, document.issuedOn ?? ''],
    ...Object.entries(fields).map(([name, value]) => [labelText(name), valueText(value)] as const),
    [
      words.readings,
      readings
        .map(({ field, zone, print }) => `${labelText(field)}: ${[zone, print].filter(Boolean).join(' / ')}`)
        .join('\n'),
    ],
    [
      words.differences,
      differences
        .map(
          ({ field, read, confirmed }) => `${labelText(field)}: ${read} → ${confirmed ?? reportWords.none}`,
        )
        .join('\n'),
    ],
    [
      words.contradictions,
      contradictions.map((one) => `${labelText(one.field)}: ${one.document} ≠ ${one.told}`).join('\n'),
    ],
    [words.findings, findings.map(codeText).join(', ')],
    [words.unchecked, unchecked.map(codeText).join(', ')],
  ]);
}

/** `unread:blurred` as `Unread: blurred`. */
const codeText = (code: string) => code.split(':').map(labelText).join(': ');

function reviewFields({ verdict, reason, reviewedBy, reviewedAt }: DocumentReview) {
  const text = [words.reviews[verdict], reason, `${reviewedBy}, ${instantText(reviewedAt)}`];
  return [[words.review, text.filter(Boolean).join('\n')] as const];
}

function fileTable(documents: readonly CaseDocument[]): ReportBlock[] {
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
      bytesText(size),
      `${words.origins[origin]}\n${by ?? ''}`.trim(),
      instantText(at),
      sha256,
    ]),
  );
}

/** The pictures two by two; a file that is not shown is named with the reason. */
function pictureBlocks({ whole, pictures }: ReportSource): ReportBlock[] {
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
