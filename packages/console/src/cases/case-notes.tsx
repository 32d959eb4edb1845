import type { CaseDetail } from '@gatehouse/contract';
import { Button, Group, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { memo, type RefObject } from 'react';
import { call, sendFile } from '../api.ts';
import { DocumentList } from '../documents/document-list.tsx';
import { documentOfFile } from '../documents/reviewed-documents.ts';
import { Sentence } from '../messages/sentence.tsx';
import { text } from '../messages/text.ts';
import { useDraftText } from '../ui/draft-text.ts';
import { formatInstant, formatZonedInstant } from '../ui/format.ts';
import { Person } from '../ui/person.tsx';

/** What people wrote on a case, and where to write. */
export const CaseNotes = memo(function CaseNotes(props: {
  readonly caseDetail: CaseDetail;
  readonly field: RefObject<HTMLTextAreaElement | null>;
}) {
  const { caseDetail: of, field } = props;
  const queries = useQueryClient();
  const [written, setWritten] = useDraftText(`note ${of.domain} ${of.caseNo}`);
  const write = useMutation({
    mutationFn: () =>
      call('cases.note', { params: { domain: of.domain, caseNo: of.caseNo }, body: { text: written } }),
    onSuccess: async () => {
      setWritten('');
      field.current?.blur();
      await queries.invalidateQueries({ queryKey: ['case', of.domain, of.caseNo] });
    },
  });
  const send = () => {
    if (written.trim() !== '' && !write.isPending) write.mutate();
  };
  return (
    <section className="gh-panel gh-block" aria-label={text('case.notes')}>
      <Title order={2} size="h5" mb={6}>
        {text('case.notes')}
      </Title>
      {of.notes.length === 0 && (
        // Where one can be added, the field says enough; paper has no field.
        <Text size="sm" className={of.mayNote ? 'gh-dim gh-printed' : 'gh-dim'}>
          {text('case.noNotes')}
        </Text>
      )}
      {of.notes.map((note) => (
        <Note key={note.noteId} note={note} />
      ))}
      {of.mayNote && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <Textarea
            ref={field}
            aria-label={text('case.noteText')}
            placeholder={text('case.noteHint')}
            autosize
            minRows={2}
            value={written}
            onChange={(event) => setWritten(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
                event.preventDefault();
                send();
              }
              if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
          <Group justify="flex-end" mt={6}>
            <Button
              type="submit"
              variant="default"
              loading={write.isPending}
              disabled={written.trim() === ''}
            >
              {text('case.addNote')}
            </Button>
          </Group>
        </form>
      )}
    </section>
  );
});

function Note({ note }: { readonly note: CaseDetail['notes'][number] }) {
  return (
    <div style={{ marginBottom: 8 }}>
      <Text size="xs" className="gh-dim">
        <Sentence
          name="case.noteBy"
          parts={{
            author: <Person email={note.author} />,
            at: <span title={formatZonedInstant(note.writtenAt)}>{formatInstant(note.writtenAt)}</span>,
          }}
        />
      </Text>
      <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {note.text ?? <span className="gh-contradict">{text('case.noteKeyMissing')}</span>}
      </Text>
    </div>
  );
}

/** The files of a case, and where to add one. */
export const CaseDocuments = memo(function CaseDocuments({
  caseDetail,
  choose,
}: {
  readonly caseDetail: CaseDetail;
  readonly choose: RefObject<HTMLInputElement | null>;
}) {
  const queries = useQueryClient();
  const attach = useMutation({
    mutationFn: (file: File) =>
      sendFile('cases.attach', { domain: caseDetail.domain, caseNo: caseDetail.caseNo }, file),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['case', caseDetail.domain, caseDetail.caseNo] }),
  });
  return (
    <section className="gh-panel gh-block" aria-label={text('case.documents')}>
      <Group justify="space-between" mb={6}>
        <Title order={2} size="h5">
          {text('case.documents')}
        </Title>
        {caseDetail.mayNote && (
          <>
            <input
              ref={choose}
              type="file"
              hidden
              aria-label={text('case.fileToAttach')}
              accept="image/png,image/jpeg,image/gif,image/webp,image/tiff,application/pdf"
              onChange={(event) => {
                const [file] = event.currentTarget.files ?? [];
                // Else the same file, chosen again, would be no change.
                event.currentTarget.value = '';
                if (file) attach.mutate(file);
              }}
            />
            <Button variant="default" loading={attach.isPending} onClick={() => choose.current?.click()}>
              {text('case.attachFile')}&nbsp;<kbd className="gh-key">D</kbd>
            </Button>
          </>
        )}
      </Group>
      {caseDetail.documents.length === 0 && (
        <Text size="sm" className="gh-dim">
          {text('case.noDocuments')}
        </Text>
      )}
      <DocumentList
        domain={caseDetail.domain}
        documents={caseDetail.documents}
        titleOf={({ uploadId }) => documentOfFile(caseDetail, uploadId)?.name}
        typeOf={({ uploadId }) => documentOfFile(caseDetail, uploadId)?.submitted?.type}
        reviewOf={({ uploadId }) =>
          documentOfFile(caseDetail, uploadId)?.review ??
          caseDetail.documentReviews.findLast(({ documentId }) => documentId === uploadId)
        }
      />
    </section>
  );
});
