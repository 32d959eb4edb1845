import type { CaseDetail, SubmittedDocumentView } from '@gatehouse/contract';
import { documentFieldNames } from '@gatehouse/contract/document-fields';
import { Group, Text, Title } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { Facts } from '../hits/hit-parts.tsx';
import { text, textIfKnown } from '../messages/text.ts';
import { fieldText } from '../ui/country-text.ts';
import { labelOf, listText } from '../ui/format.ts';
import { WholeDates } from '../ui/whole-dates.tsx';
import { ReviewButton } from './review-dialog.tsx';
import { ReviewState } from './review-state.tsx';
import { contradictingValues, reviewTexts } from './review-texts.ts';
import { documentName, reviewedDocuments, sameFileNames } from './reviewed-documents.ts';
import { SameFile } from './same-file.tsx';

/** Findings that the rows of differences show are not repeated. */
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
    <section
      className="gh-panel"
      style={{ padding: 12 }}
      id="identity-documents"
      aria-label={text('documents.identityDocuments')}
      tabIndex={-1}
    >
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h5">
          {text('documents.identityDocuments')}
        </Title>
        <ReviewButton caseDetail={caseDetail} />
      </Group>
      <div className="gh-document-cards">
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
      </div>
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
    ...(document.issuedOn === null ? [] : [[text('documents.documentDate'), document.issuedOn] as const]),
    [text('documents.files'), listText(document.filenames)] as const,
  ];
  const notices = document.findings.filter((code) => !shownByRows.has(code)).map(findingText);
  return (
    <article aria-label={name} className="gh-document-card">
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
        <Text key={words} size="sm" className="gh-caution">
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
    <dl className="gh-facts" aria-label={text('documents.discrepancies')}>
      {submitted.contradictions.map((contradiction) => (
        <Difference
          key={`told ${contradiction.field}`}
          field={contradiction.field}
          words={contradictingValues(contradiction)}
        />
      ))}
      {submitted.differences.map(({ field, read, confirmed }) => (
        <Difference
          key={`read ${field}`}
          field={field}
          words={
            confirmed === null
              ? text('documents.valueRemoved', { read })
              : text('documents.valueChanged', { read, confirmed })
          }
        />
      ))}
    </dl>
  );
}

function Difference({ field, words }: { readonly field: string; readonly words: string }) {
  return (
    <>
      <dt>{labelOf(field)}</dt>
      <dd className="gh-caution">
        <WholeDates words={words} />
      </dd>
    </>
  );
}

/** What a finding means (docs/documents.md). */
function findingText(code: string): string {
  const [finding = '', detail = ''] = code.split(':');
  if (finding === 'unread' && detail === 'noDocument') return text('documents.noDocumentFound');
  if (finding === 'unread') return text('documents.notRead', { reason: reasonLabel(detail) });
  if (finding === 'poorPicture') return text('documents.poorPicture', { reason: reasonLabel(detail) });
  return textIfKnown(`documents.finding-${finding}`) ?? labelOf(finding);
}

function uncheckedText(code: string): string {
  if (code === 'face') return text('documents.faceUnchecked');
  const [, reason = ''] = code.split(':');
  return text('documents.contentUnchecked', { reason: reasonLabel(reason) });
}

function reasonLabel(reason: string): string {
  if (reason === 'pdf') return 'PDF';
  return textIfKnown(`documents.reason-${reason}`) ?? labelOf(reason).toLowerCase();
}
