import type { CaseDetail } from '@gatehouse/contract';
import { Button, Group, Modal, Stack, Table, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { ActionDialog, type DialogAction } from '../cases/action-dialog.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatInstant, labelOf } from '../ui/format.ts';
import { AskAgain } from './ask-again.tsx';
import { DocumentPicture } from './document-picture.tsx';
import { ReviewState } from './review-state.tsx';
import { rejectReasons, reviewTexts } from './review-texts.ts';
import {
  differingFields,
  type FieldRow,
  faceOf,
  fieldRows,
  type ReviewedDocument,
  reviewedDocuments,
} from './reviewed-documents.ts';

/** Opens the review of a case's documents. */
export function ReviewButton({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" className="gh-unprinted" onClick={() => setOpen(true)}>
        {reviewTexts.openAll}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`${reviewTexts.title}: ${caseDetail.caseNo}`}
        fullScreen
      >
        {isOpen && <Review caseDetail={caseDetail} />}
      </Modal>
    </>
  );
}

function Review({ caseDetail }: { readonly caseDetail: CaseDetail }) {
  const documents = reviewedDocuments(caseDetail);
  const [chosenId, choose] = useState<string>();
  const chosen =
    documents.find(({ documentId }) => documentId === chosenId) ??
    documents.find(({ review }) => review === undefined) ??
    documents[0];
  if (chosen === undefined) return null;
  return (
    <Stack gap="md">
      <Group gap="xs" role="group" aria-label={reviewTexts.documents} mah={120} style={{ overflowY: 'auto' }}>
        {documents.map((one) => (
          <Button
            key={one.documentId}
            variant={one === chosen ? 'filled' : 'default'}
            aria-pressed={one === chosen}
            onClick={() => choose(one.documentId)}
          >
            {one.name}
          </Button>
        ))}
      </Group>
      <OneDocument
        key={chosen.documentId}
        caseDetail={caseDetail}
        document={chosen}
        face={faceOf(chosen, documents)}
        keep={() => choose(chosen.documentId)}
      />
    </Stack>
  );
}

interface OneProps {
  readonly caseDetail: CaseDetail;
  readonly document: ReviewedDocument;
  readonly face: ReviewedDocument | undefined;
  /** The document stays the chosen one after it was reviewed. */
  readonly keep: () => void;
}

function OneDocument({ caseDetail, document, face, keep }: OneProps) {
  const { submitted } = document;
  const rows = submitted === undefined ? [] : fieldRows(submitted, caseDetail.subject);
  const differing = submitted === undefined ? new Set<string>() : differingFields(submitted, rows);
  const boxesOf = (side: string) =>
    (submitted?.places ?? [])
      .filter((place) => place.side === side && differing.has(place.field))
      .map((place) => ({ ...place, key: `${place.field} ${place.origin}`, label: labelOf(place.field) }));
  return (
    <>
      <ReviewBar caseDetail={caseDetail} document={document} keep={keep} />
      <div className="gh-review">
        <section aria-label={reviewTexts.document}>
          <Title order={3} size="h5" mb={4}>
            {document.name}
          </Title>
          <Pictures caseDetail={caseDetail} document={document} boxesOf={boxesOf} />
        </section>
        <section aria-label={reviewTexts.face}>
          <Title order={3} size="h5" mb={4}>
            {reviewTexts.face}
          </Title>
          {face === undefined ? (
            <Text size="sm" className="gh-dim">
              {reviewTexts.noFace}
            </Text>
          ) : (
            <>
              <Pictures caseDetail={caseDetail} document={face} boxesOf={() => []} />
              <Text size="xs" className="gh-caution">
                {reviewTexts.compareFaces}
              </Text>
            </>
          )}
        </section>
        <section aria-label={reviewTexts.fields}>
          <Title order={3} size="h5" mb={4}>
            {reviewTexts.fields}
          </Title>
          <FieldTable rows={rows} />
        </section>
      </div>
    </>
  );
}

function Pictures(props: {
  readonly caseDetail: CaseDetail;
  readonly document: ReviewedDocument;
  readonly boxesOf: (side: string) => Parameters<typeof DocumentPicture>[0]['boxes'];
}) {
  const { caseDetail, document, boxesOf } = props;
  return (
    <Stack gap="md">
      {document.files.map(({ uploadId, side }) => {
        const file = caseDetail.documents.find((one) => one.uploadId === uploadId);
        const boxes = boxesOf(side) ?? [];
        return file === undefined ? null : (
          <DocumentPicture key={uploadId} domain={caseDetail.domain} file={file} boxes={boxes} />
        );
      })}
    </Stack>
  );
}

function FieldTable({ rows }: { readonly rows: readonly FieldRow[] }) {
  if (rows.length === 0)
    return (
      <Text size="sm" className="gh-dim">
        {reviewTexts.nothingRead}
      </Text>
    );
  const words = rows.flatMap(({ differences }) => differences);
  const columns = ['stated', 'zone', 'print', 'confirmed'] as const;
  return (
    <>
      <div style={{ overflowX: 'auto' }}>
        <Table aria-label={reviewTexts.fields} withTableBorder verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{reviewTexts.field}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column}>{reviewTexts[column]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.field} className={row.differences.length > 0 ? 'gh-contradict' : ''}>
                <Table.Th scope="row">{labelOf(row.field)}</Table.Th>
                {columns.map((column) => (
                  <Table.Td key={column} style={{ overflowWrap: 'break-word' }} dir="auto">
                    {row[column] ?? '–'}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Title order={4} size="h6" mt="sm">
        {reviewTexts.differences}
      </Title>
      {words.length === 0 && (
        <Text size="sm" className="gh-agree">
          {reviewTexts.noDifferences}
        </Text>
      )}
      <ul>
        {words.map((sentence) => (
          <li key={sentence}>
            <Text size="sm" className="gh-contradict" dir="auto">
              {sentence}
            </Text>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What was said of the document, and what may be said of it now. */
function ReviewBar({ caseDetail, document, keep }: Omit<OneProps, 'face'>) {
  const queries = useQueryClient();
  const [act, setAct] = useState<DialogAction>();
  const [failure, setFailure] = useState<unknown>();
  const { domain, caseNo } = caseDetail;
  const { documentId } = document;
  const send = async (verdict: 'ACCEPTED' | 'REJECTED', reason?: string) => {
    try {
      setFailure(undefined);
      await call('cases.reviewDocument', {
        params: { domain, caseNo, documentId },
        body: { verdict, ...(reason ? { reason } : {}) },
      });
      keep();
      await queries.invalidateQueries({ queryKey: ['case', domain, caseNo] });
    } catch (error) {
      setFailure(error);
      throw error;
    }
  };
  return (
    <div>
      <Group gap="xs">
        <ReviewState review={document.review} />
        {caseDetail.mayReviewDocuments && (
          <>
            <Button variant="default" onClick={() => void send('ACCEPTED').catch(() => undefined)}>
              {reviewTexts.accept}
            </Button>
            <Button variant="default" onClick={() => setAct(rejection(document.name, send))}>
              {reviewTexts.reject}
            </Button>
          </>
        )}
        {document.submitted !== undefined && (
          <AskAgain caseDetail={caseDetail} document={document} keep={keep} />
        )}
        {!caseDetail.mayReviewDocuments && caseDetail.resolvedAt === null && caseDetail.pending === null && (
          <Text size="sm" className="gh-dim">
            {caseDetail.assignee === null
              ? reviewTexts.claimFirst
              : reviewTexts.assignedToOther(caseDetail.assignee)}
          </Text>
        )}
      </Group>
      {document.review && (
        <Text size="xs" className="gh-dim">
          {document.review.reviewedBy}, {formatInstant(document.review.reviewedAt)}
        </Text>
      )}
      <ErrorAlert error={failure} />
      <ActionDialog act={act} close={() => setAct(undefined)} />
    </div>
  );
}

function rejection(
  name: string,
  send: (verdict: 'REJECTED', reason: string) => Promise<unknown>,
): DialogAction {
  return {
    title: `${reviewTexts.reject}: ${name}`,
    effect: reviewTexts.rejectEffect,
    needsReason: true,
    suggestions: rejectReasons,
    confirm: reviewTexts.reject,
    color: 'red',
    run: (reason) => send('REJECTED', reason),
  };
}
