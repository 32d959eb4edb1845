import type { CaseDocument } from '@gatehouse/contract';
import { Button, Group, Loader, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { Failure } from '../ui/failure.tsx';
import { bytesText, formatInstant } from '../ui/format.ts';
import { useStoredFile } from './use-stored-file.ts';

/** Pictures that browsers show; the service has judged that they are what they say. */
export const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Files that can be viewed; the audit log records each view. */
export function DocumentList(props: {
  readonly domain: string;
  readonly documents: readonly CaseDocument[];
}) {
  const [opened, setOpened] = useState<CaseDocument>();
  return (
    <>
      <ul className="gh-list">
        {props.documents.map((document) => (
          <li key={document.uploadId}>
            <div>
              <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {document.filename}
              </Text>
              <Text size="xs" className="gh-dim">
                {bytesText(document.size)} · {originLabel(document)}, {formatInstant(document.at)}
              </Text>
            </div>
            <Button
              variant="default"
              style={{ flexShrink: 0 }}
              onClick={() => setOpened(document)}
              aria-label={`View ${document.filename}`}
            >
              View
            </Button>
          </li>
        ))}
      </ul>
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened?.filename ?? ''}
        size="xl"
      >
        {opened && <Document key={opened.uploadId} domain={props.domain} document={opened} />}
      </Modal>
    </>
  );
}

function originLabel({ origin, by }: CaseDocument): string {
  switch (origin) {
    case 'end_user':
      return `Uploaded by the end user ${by ?? ''}`.trim();
    case 'attached':
      return `Attached by ${by ?? 'a user'}`;
    case 'submitted':
      return by === null ? 'Submitted' : `Submitted by the API key ${by}`;
  }
}

function Document({ domain, document: of }: { readonly domain: string; readonly document: CaseDocument }) {
  const { file, address } = useStoredFile(domain, of.uploadId);
  if (file.isError) return <Failure error={file.error} retry={() => void file.refetch()} />;
  if (address === undefined) return <Loader aria-label="Loading" />;
  return (
    <>
      {shownTypes.has(of.contentType) ? (
        <img
          src={address}
          alt={of.filename}
          style={{ maxWidth: '100%', display: 'block', margin: '0 auto' }}
        />
      ) : (
        <Text size="sm">No preview for this file type. Download the file to open it.</Text>
      )}
      <Group justify="space-between" mt="sm">
        <Text size="xs" className="gh-dim" style={{ overflowWrap: 'anywhere' }}>
          SHA-256 {of.sha256}. This view is saved to the audit log.
        </Text>
        <Button component="a" href={address} download={of.filename} variant="default">
          Download
        </Button>
      </Group>
    </>
  );
}
