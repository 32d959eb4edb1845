import type { CaseDetail, SubmittedDocumentView } from '@gatehouse/contract';
import { documentFieldNames } from '@gatehouse/contract/document-fields';
import { Group, Table, Text, Title } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { Facts } from '../hits/hit-parts.tsx';
import { fieldText } from '../ui/country-text.ts';
import { labelOf } from '../ui/format.ts';
import { ReviewButton } from './review-dialog.tsx';
import { ReviewState } from './review-state.tsx';
import { reviewTexts } from './review-texts.ts';
import { documentName, reviewedDocuments, sameFileNames } from './reviewed-documents.ts';
import { SameFile } from './same-file.tsx';

/** What findings mean (docs/documents.md); those that the rows of differences show are not repeated. */
const findingWords: Readonly<Record<string, string>> = {
  expired: 'The document has expired.',
  otherDocumentType: 'The document type differs from the selected type.',
  otherCountry: 'The issuing country differs from the selected country.',
  checkDigitFailed: 'A check digit in the machine-readable zone is wrong.',
  printedDiffers: 'The machine-readable zone and the printed text differ.',
  numberForm: 'The document number does not have the format of its country.',
  numberCheckDigit: 'The check digit of the document number is wrong.',
  nameCutOff: 'The name fills its field and may be truncated.',
  impossibleDate: 'A date on the document does not exist.',
  zoneNotRead: 'The machine-readable zone could not be read.',
  noWriting: 'No text was found in the picture.',
  plainPicture: 'The picture shows only a plain surface.',
  unproved: 'The picture does not prove the stated data. Compare both.',
  unknownCountryCode: 'The country code is unknown.',
};
const shownByRows = new Set(['confirmedDiffers', 'expectedDiffers']);

/** Documents that the end user showed, and what an analyst should look at in them. */
export const SubmittedDocuments = memo(function SubmittedDocuments({
  caseDetail,
}: {
  readonly caseDetail: CaseDetail;
}) {
  const { givenDocuments, documentReviews } = caseDetail;
  if (givenDocuments.length === 0) return null;
  const reviewed = reviewedDocuments(caseDetail);
  const sameAs = (id: string) => {
    const found = reviewed.find(({ documentId }) => documentId === id);
    return found === undefined ? [] : sameFileNames(found, caseDetail);
  };
  return (
    <section className="gh-panel" style={{ padding: 12 }} aria-label="Identity documents">
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h5">
          Identity documents
        </Title>
        <ReviewButton caseDetail={caseDetail} />
      </Group>
      {givenDocuments.map((document) => (
        <SubmittedDocument
          key={document.documentId}
          document={document}
          sameAs={sameAs(document.documentId)}
          state={
            <ReviewState
              review={documentReviews.findLast(({ documentId }) => documentId === document.documentId)}
            />
          }
        />
      ))}
    </section>
  );
});

/** A document with what was checked on it. */
export function SubmittedDocument(props: {
  readonly document: SubmittedDocumentView;
  /** Where it is in the review. */
  readonly state?: ReactNode;
  /** Other documents with the same file. */
  readonly sameAs?: readonly string[];
}) {
  const { document, state, sameAs = [] } = props;
  const name = documentName(document);
  const isRead = (field: string) => document.readFields.includes(field);
  // What the end user changed is beside what was read, among the discrepancies.
  const isChanged = (name: string) => document.differences.some(({ field }) => field === name);
  const names = documentFieldNames.filter((field) => typeof document.fields[field] === 'string');
  const files = [
    ...(document.issuedOn === null ? [] : [['Document date (stated)', document.issuedOn] as const]),
    ['Files', document.filenames.join(', ')] as const,
  ];
  const notices = document.findings.filter((code) => !shownByRows.has(code)).map(labelsOf);
  return (
    <article aria-label={name} style={{ marginBottom: 12 }}>
      <Text fw={600} size="sm">
        {name}
      </Text>
      {state}
      <DocumentFields title={reviewTexts.readAndConfirmed} document={document} names={names.filter(isRead)} />
      <DocumentFields
        title={reviewTexts.entered}
        document={document}
        names={names.filter((name) => !isRead(name) && !isChanged(name))}
      />
      <Facts facts={files} />
      <SameFile names={sameAs} />
      {notices.map((words) => (
        <Text key={words} size="sm" className="gh-contradict">
          {words}
        </Text>
      ))}
      {document.unchecked.map((code) => (
        <Text key={code} size="sm" className="gh-dim">
          {uncheckedText(code)}
        </Text>
      ))}
      {document.contradictions.length + document.differences.length > 0 && (
        <Differences document={document} />
      )}
    </article>
  );
}

/** Values of a document from one source, below its name. */
function DocumentFields(props: {
  readonly title: string;
  readonly document: SubmittedDocumentView;
  readonly names: readonly string[];
}) {
  const { title, document, names } = props;
  if (names.length === 0) return null;
  const shown = (name: string) => fieldText(name, String(document.fields[name]));
  return (
    <>
      <Text size="xs" className="gh-dim" mt={4}>
        {title}
      </Text>
      <Facts facts={names.map((name) => [labelOf(name), shown(name)] as const)} />
    </>
  );
}

function Differences({ document: submitted }: { readonly document: SubmittedDocumentView }) {
  return (
    <Table withRowBorders={false} aria-label="Discrepancies">
      <Table.Tbody>
        {submitted.contradictions.map(({ field, document, told, score, isRead }) => (
          <Table.Tr key={`told ${field}`}>
            <Table.Td w={140}>{labelOf(field)}</Table.Td>
            <Table.Td className="gh-contradict">
              {isRead ? 'Document' : reviewTexts.enteredForDocument}: {document}. Application: {told}
              {score === null ? '' : ` (similarity ${score.toFixed(2)})`}
            </Table.Td>
          </Table.Tr>
        ))}
        {submitted.differences.map(({ field, read, confirmed }) => (
          <Table.Tr key={`read ${field}`}>
            <Table.Td w={140}>{labelOf(field)}</Table.Td>
            <Table.Td className="gh-contradict">
              {confirmed === null
                ? `Read: ${read}. Removed by the end user`
                : `Read: ${read}. Changed by the end user to: ${confirmed}`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function labelsOf(code: string): string {
  const [finding = '', detail = ''] = code.split(':');
  if (finding === 'unread' && detail === 'noDocument')
    return 'The picture was not recognised as a document: no machine-readable zone and no labelled fields were found. The end user entered the data.';
  if (finding === 'unread')
    return `The document could not be read (${reasonLabel(detail)}). The end user entered the data.`;
  if (finding === 'poorPicture') return `The picture may hide details (${reasonLabel(detail)}).`;
  return findingWords[finding] ?? labelOf(finding);
}

function uncheckedText(code: string): string {
  if (code === 'face') return 'Not checked: presence and identity of the face. Compare the pictures.';
  const [, reason = ''] = code.split(':');
  return `Not checked: content of the picture (${reasonLabel(reason)}). View the file.`;
}

function reasonLabel(reason: string): string {
  return reason === 'pdf' ? 'PDF' : labelOf(reason).toLowerCase();
}
