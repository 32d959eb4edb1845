import type { SubmittedDocumentView } from '@gatehouse/contract';
import { Table, Text, Title } from '@mantine/core';
import { Facts } from '../hits/hit-parts.tsx';
import { labelOf } from '../ui/format.ts';

/** What findings mean (docs/documents.md); those that the rows of differences say better are not told again. */
const findingWords: Readonly<Record<string, string>> = {
  expired: 'It has expired.',
  otherDocumentType: 'It is of another kind than was chosen.',
  otherCountry: 'It is of another country than was chosen.',
  checkDigitFailed: 'A check digit of its machine-readable zone does not fit.',
  printedDiffers: 'Its machine-readable zone and its print say different things.',
  numberForm: 'Its number has not the form of its country.',
  numberCheckDigit: 'The check digit of its number does not fit.',
  nameCutOff: 'The name fills its place, so that it may go on.',
  impossibleDate: 'A date on it exists in no calendar.',
  zoneNotRead: 'Its machine-readable zone could not be read.',
  noWriting: 'No writing was found on its picture.',
  plainPicture: 'Its picture shows nothing but a plain surface.',
  unproved: 'Its picture does not prove what the person says that it says: compare the two.',
  unknownCountryCode: 'Its country code stands for no country.',
};
/** In the order in which documents have them. */
const fieldOrder = [
  'surname',
  'givenNames',
  'documentNumber',
  'nationality',
  'issuingCountry',
  'dateOfBirth',
  'sex',
  'expiryDate',
];
const toldByRows = new Set(['confirmedDiffers', 'expectedDiffers']);

/** Documents that the end user showed, and what an analyst should look at in them. */
export function SubmittedDocuments({ documents }: { readonly documents: readonly SubmittedDocumentView[] }) {
  if (documents.length === 0) return null;
  return (
    <section className="gh-panel" style={{ padding: 12 }} aria-label="Identity documents">
      <Title order={2} size="h5" mb={6}>
        Identity documents
      </Title>
      {documents.map((document) => (
        <SubmittedDocument key={document.documentId} document={document} />
      ))}
    </section>
  );
}

function SubmittedDocument({ document }: { readonly document: SubmittedDocumentView }) {
  const name = [labelOf(document.type.replaceAll('_', ' ')), document.country, document.person]
    .filter(Boolean)
    .join(' · ');
  const facts = [
    ...fieldOrder.flatMap((field) => {
      const value = document.fields[field];
      return typeof value === 'string' ? [[labelOf(field), value] as const] : [];
    }),
    ...(document.issuedOn === null ? [] : [['Dated, as the person says', document.issuedOn] as const]),
    ['Files', document.filenames.join(', ')] as const,
  ];
  const told = document.findings.filter((code) => !toldByRows.has(code)).map(labelsOf);
  return (
    <article aria-label={name} style={{ marginBottom: 12 }}>
      <Text fw={600} size="sm">
        {name}
      </Text>
      <Facts facts={facts} />
      {told.map((words) => (
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

function Differences({ document: submitted }: { readonly document: SubmittedDocumentView }) {
  return (
    <Table withRowBorders={false} aria-label="Discrepancies">
      <Table.Tbody>
        {submitted.contradictions.map(({ field, document, told, score }) => (
          <Table.Tr key={`told ${field}`}>
            <Table.Td w={140}>{labelOf(field)}</Table.Td>
            <Table.Td className="gh-contradict">
              The document says {document}, the person said {told}
              {score === null ? '' : ` (alike by ${score.toFixed(2)})`}
            </Table.Td>
          </Table.Tr>
        ))}
        {submitted.differences.map(({ field, read, confirmed }) => (
          <Table.Tr key={`read ${field}`}>
            <Table.Td w={140}>{labelOf(field)}</Table.Td>
            <Table.Td className="gh-contradict">
              {confirmed === null
                ? `The person took out ${read}, which was read`
                : `The person put ${confirmed} in place of ${read}, which was read`}
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
    return 'Its picture was not recognised as a document: no machine-readable zone and no labelled fields were found. The person typed what it says.';
  if (finding === 'unread')
    return `It could not be read (${reasonLabel(detail)}); the person typed what it says.`;
  if (finding === 'poorPicture') return `Its picture may hide what is on it (${reasonLabel(detail)}).`;
  return findingWords[finding] ?? labelOf(finding);
}

function uncheckedText(code: string): string {
  if (code === 'face') return 'Not checked: whether a face is on it, and whose. Compare the pictures.';
  const [, reason = ''] = code.split(':');
  return `Not checked: what is on its picture (${reasonLabel(reason)}). Look at the file.`;
}

function reasonLabel(reason: string): string {
  return reason === 'pdf' ? 'PDF' : labelOf(reason).toLowerCase();
}
