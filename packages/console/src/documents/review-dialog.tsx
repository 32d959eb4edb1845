import type { CaseDetail } from '@gatehouse/contract';
import { Button, Group, Modal, Stack, Table, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { ActionDialog, type DialogAction } from '../cases/action-dialog.tsx';
import { text } from '../messages/text.ts';
import { personName } from '../session/people-names.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { formatZonedInstant, labelOf } from '../ui/format.ts';
import { AskAgain } from './ask-again.tsx';
import { DocumentPicture } from './document-picture.tsx';
import { useReviewKeys } from './review-keys.ts';
import { ReviewState } from './review-state.tsx';
import { rejectReasons, reviewTexts } from './review-texts.ts';
import {
  differingFields,
  type FieldColumn,
  type FieldRow,
  faceOf,
  fieldRows,
  hasFields,
  noDifferencesText,
  type ReviewedDocument,
  reviewedDocuments,
  sameFileNames,
} from './reviewed-documents.ts';
import { SameFile } from './same-file.tsx';

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
        title={text('documents.reviewOf', { caseNo: caseDetail.caseNo })}
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
  const hasTable = submitted !== undefined && hasFields(submitted);
  const rows = hasTable ? fieldRows(submitted, caseDetail.subject) : [];
  const differing = hasTable ? differingFields(submitted, rows) : new Set<string>();
  const boxesOf = (side: string) =>
    (submitted?.places ?? [])
      .filter((place) => place.side === side && differing.has(place.field))
      .map((place) => ({ ...place, key: `${place.field} ${place.origin}`, label: labelOf(place.field) }));
  return (
    <>
      <ReviewBar caseDetail={caseDetail} document={document} keep={keep} />
      <div className={hasTable ? 'gh-review' : 'gh-review-alone'}>
        <section aria-label={reviewTexts.document}>
          <Title order={3} size="h5" mb={4}>
            {document.name}
          </Title>
          <SameFile names={sameFileNames(document, caseDetail)} />
          <Pictures caseDetail={caseDetail} document={document} boxesOf={boxesOf} />
        </section>
        {hasTable && (
          <>
            <Face caseDetail={caseDetail} face={face} />
            <section aria-label={reviewTexts.fields}>
              <Title order={3} size="h5" mb={4}>
                {reviewTexts.fields}
              </Title>
              <FieldTable rows={rows} />
            </section>
          </>
        )}
      </div>
    </>
  );
}

/** The face picture of whom the document belongs to. */
function Face({ caseDetail, face }: Pick<OneProps, 'caseDetail' | 'face'>) {
  return (
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
          <SameFile names={sameFileNames(face, caseDetail)} />
          <Pictures caseDetail={caseDetail} document={face} boxesOf={() => []} />
          <Text size="xs" className="gh-caution">
            {reviewTexts.compareFaces}
          </Text>
        </>
      )}
    </section>
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
  const isRead = rows.some(({ zone, print }) => zone !== null || print !== null);
  const confirmed = !isRead
    ? 'entered'
    : rows.some(({ isEntered }) => isEntered)
      ? 'confirmedOrEntered'
      : 'confirmed';
  const columns = isRead ? readColumns : enteredColumns;
  return (
    <>
      {!isRead && (
        <Text size="sm" className="gh-caution">
          {reviewTexts.nothingRead}
        </Text>
      )}
      <div style={{ overflowX: 'auto' }}>
        <Table aria-label={reviewTexts.fields} withTableBorder verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{reviewTexts.field}</Table.Th>
              {columns.map((column) => (
                <Table.Th key={column}>{reviewTexts[column === 'confirmed' ? confirmed : column]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row, index) => (
              <Table.Tr key={row.field}>
                <Table.Th scope="row">{labelOf(row.field)}</Table.Th>
                {columns.map((column) => (
                  <FieldCell
                    key={column}
                    row={row}
                    column={column}
                    nameRows={nameRowsAt(rows, index)}
                    isMixed={confirmed === 'confirmedOrEntered'}
                  />
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Differences rows={rows} isRead={isRead} />
    </>
  );
}

const readColumns = ['stated', 'zone', 'print', 'confirmed'] as const;
const enteredColumns = ['stated', 'confirmed'] as const;

/** Rows that the application's name covers from this one on: it is whole, and never parted by a guess. 0: it is above. */
function nameRowsAt(rows: readonly FieldRow[], index: number): number {
  const isName = (row: FieldRow | undefined) => row?.field === 'surname' || row?.field === 'givenNames';
  if (!isName(rows[index])) return 1;
  if (isName(rows[index - 1])) return 0;
  return isName(rows[index + 1]) ? 2 : 1;
}

function FieldCell(props: {
  readonly row: FieldRow;
  readonly column: FieldColumn;
  readonly nameRows: number;
  readonly isMixed: boolean;
}) {
  const { row, column, nameRows, isMixed } = props;
  const rowSpan = column === 'stated' ? nameRows : 1;
  if (rowSpan === 0) return null;
  const differs = row.differing.includes(column);
  return (
    <Table.Td
      rowSpan={rowSpan}
      style={{ overflowWrap: 'break-word' }}
      {...(differs && { className: 'gh-caution' })}
    >
      {differs && <span title={reviewTexts.differs}>✗&nbsp;</span>}
      <bdi className={isDate(row[column]) ? 'gh-short' : undefined}>{row[column] ?? '–'}</bdi>
      {isMixed && column === 'confirmed' && row.isEntered && (
        <Text size="xs" className="gh-dim">
          {reviewTexts.enteredValue}
        </Text>
      )}
    </Table.Td>
  );
}

const isDate = (value: string | null) => value !== null && /^\d{4}-\d\d-\d\d$/.test(value);

function Differences({ rows, isRead }: { readonly rows: readonly FieldRow[]; readonly isRead: boolean }) {
  const sentences = rows.flatMap(({ differences }) => differences);
  const none = sentences.length === 0 ? noDifferencesText(rows, isRead) : null;
  if (sentences.length === 0 && none === null) return null;
  return (
    <>
      <Title order={4} size="h6" mt="sm">
        {reviewTexts.differences}
      </Title>
      {none !== null && (
        <Text size="sm" className={isRead ? 'gh-same' : 'gh-dim'}>
          {none}
        </Text>
      )}
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <Text size="sm" className="gh-caution" dir="auto">
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
  const accept = () => void send('ACCEPTED').catch(() => undefined);
  const reject = () => setAct(rejection(document.name, send));
  useReviewKeys(caseDetail.mayReviewDocuments ? { a: accept, x: reject } : {});
  return (
    <div>
      <Group gap="xs">
        <ReviewState review={document.review} />
        {caseDetail.mayReviewDocuments && (
          <>
            <Button variant="default" aria-keyshortcuts="a" onClick={accept}>
              {reviewTexts.accept}&nbsp;
              <kbd className="gh-key" aria-hidden>
                A
              </kbd>
            </Button>
            <Button variant="default" aria-keyshortcuts="x" onClick={reject}>
              {reviewTexts.reject}&nbsp;
              <kbd className="gh-key" aria-hidden>
                X
              </kbd>
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
              : text('documents.assignedTo', { assignee: personName(caseDetail.assignee) })}
          </Text>
        )}
      </Group>
      {document.review && (
        <Text size="xs" className="gh-dim">
          {text('documents.reviewedBy', {
            person: personName(document.review.reviewedBy),
            at: formatZonedInstant(document.review.reviewedAt),
          })}
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
    title: text('documents.rejectNamed', { document: name }),
    effect: reviewTexts.rejectEffect,
    needsReason: true,
    suggestions: rejectReasons,
    confirm: reviewTexts.reject,
    color: 'red',
    run: (reason) => send('REJECTED', reason),
  };
}
