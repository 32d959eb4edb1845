import type { CaseDocument } from '@gatehouse/contract';
import { Button, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { bytesText, formatInstant } from '../ui/format.ts';
import { DocumentPicture } from './document-picture.tsx';

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
        {opened && <DocumentPicture key={opened.uploadId} domain={props.domain} file={opened} />}
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
